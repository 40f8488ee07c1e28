/** Previews the e-mails with the latest submission, or with sample data if there is none. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TEXT_CONTRAST, withContrast } from '../../lambdas/core/text/contrast.ts';
import { mailTexts } from '../texts/settings/mail-texts.ts';
import { useTexts } from '../texts/texts.tsx';
import { useSettings } from './settings-draft.tsx';
import { sampleQuery } from './settings-query.ts';
import { filledResponse, filledSubject, submittedSubject, type Payload } from './mail-placeholders.ts';

export function NotificationPreview() {
  const t = useTexts('settings');
  const { form, settings } = useSettings();
  const payload = usePayload();
  // Reserve space for the preview, so that the content below doesn't move when it loads.
  if (!payload) return <div className="preview waiting" />;
  const texts = mailTexts[settings.language ?? 'en'];
  const subject =
    filledSubject(settings.notify_subject ?? '', payload) ||
    submittedSubject(payload, settings.name) ||
    texts.subject(settings.name);
  const labels = new Map(settings.fields.map(({ name, label }) => [name, label ?? name]));
  const order = settings.fields.map(({ name }) => name);
  const names = [
    ...order.filter((name) => name in payload),
    ...Object.keys(payload).filter((name) => !order.includes(name)),
  ];
  const [to] = form.notify_emails;
  return (
    <MailPreview label={t.notificationPreview} subject={subject} to={to?.address ?? t.noRecipients}>
      <p className="preview-heading">{texts.intro(settings.name)}</p>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{labels.get(name) ?? name}</dt>
            <dd>{payload[name]}</dd>
          </div>
        ))}
      </dl>
      <p>
        <span className="mail-button">{texts.open}</span>
      </p>
      <p className="mail-small">{texts.unsubscribe}</p>
    </MailPreview>
  );
}

export function AutoresponsePreview() {
  const t = useTexts('settings');
  const { settings } = useSettings();
  const payload = usePayload();
  const { autoresponder } = settings;
  if (!autoresponder) return null;
  if (!payload) return <div className="preview waiting" />;
  return (
    <MailPreview
      label={t.autoresponsePreview}
      subject={filledResponse(autoresponder.subject, payload) || settings.name}
      to={t.submitter}
    >
      <p className="mail-prose">{filledResponse(autoresponder.text, payload)}</p>
    </MailPreview>
  );
}

function usePayload(): Payload | undefined {
  const { form } = useSettings();
  return useQuery(sampleQuery(form.id)).data;
}

function MailPreview(props: { label: string; subject: string; to: string; children: ReactNode }) {
  const t = useTexts('settings');
  const { brand, language } = useSettings().settings;
  const color =
    brand.color !== null && isColor(brand.color)
      ? withContrast(brand.color, '#ffffff', TEXT_CONTRAST)
      : undefined;
  return (
    <figure className="preview">
      <figcaption>{props.label}</figcaption>
      <div className="mail">
        <dl className="mail-head">
          <dt>{t.to}</dt>
          <dd>{props.to}</dd>
          <dt>{t.subject}</dt>
          <dd>
            <strong lang={language ?? 'en'}>{props.subject}</strong>
          </dd>
        </dl>
        <div className="mail-body" lang={language ?? 'en'}>
          {(brand.name !== null || color !== undefined) && (
            <div className="mail-brand" style={{ color, borderBottomColor: color }}>
              {brand.name}
            </div>
          )}
          {props.children}
        </div>
      </div>
    </figure>
  );
}

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Edits a form's e-mail settings: recipients and their status, the subject, and the autoresponse. */
import { useQuery } from '@tanstack/react-query';
import Braces from 'lucide-react/icons/braces';
import { RecipientFilter } from '../../filters/recipient-filter.tsx';
import { NobodyNotified } from '../../forms/nobody-notified.tsx';
import { mailTexts } from '../../texts/settings/mail-texts.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { TextField } from '../../ui/field.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Section } from '../../ui/page.tsx';
import { ListEditor } from '../list-editor.tsx';
import { useSettings } from '../settings-draft.tsx';
import { RecipientAction } from '../recipient-actions.tsx';
import { ReplySection } from '../reply-section.tsx';
import { sampleQuery } from '../settings-query.ts';
import type { Form } from '../settings-values.ts';

type Status = Form['notify_emails'][number]['status'];

const toneOf: Readonly<Record<Status, Tone>> = {
  confirmed: 'good',
  pending: 'warn',
  unsubscribed: 'neutral',
  bounced: 'bad',
  complained: 'bad',
};

/** Checks an e-mail address only roughly, because the service validates it. */
const looksLikeAddress = (text: string): string | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined;

export function EmailsSection() {
  const t = useTexts('settings');
  const { form, settings, set, mayWrite, errorAt } = useSettings();
  const statusOf = new Map(form.notify_emails.map(({ address, status }) => [address, status]));
  const troubled = form.notify_emails.filter(({ status }) => status !== 'confirmed');
  return (
    <>
      {!form.email_enabled && <p className="settings-notice">{t.noMail}</p>}
      <div data-preview="notification">
        <Section title={t.notifications} hint={t.notificationsHint}>
          <NobodyNotified form={form} />
          <ListEditor
            label={t.recipient}
            hint={t.recipientHint}
            addLabel={t.addRecipient}
            removeLabel={t.remove}
            placeholder="name@example.org"
            items={settings.notify_emails}
            most={20}
            isReadOnly={!mayWrite}
            errorOf={(index) =>
              errorAt(`notify_emails.${index}`) ?? errorAt(`notify_emails.${index}.address`)
            }
            parse={looksLikeAddress}
            wrong={t.recipientWrong}
            beside={(address) => {
              const status = statusOf.get(address);
              return status ? (
                <>
                  <Chip tone={toneOf[status]}>{t.recipientStatus[status]}</Chip>
                  <RecipientFilter form={form} address={address} mayWrite={mayWrite} />
                  {mayWrite && form.email_enabled && (
                    <RecipientAction formId={form.id} address={address} status={status} />
                  )}
                </>
              ) : (
                <Chip>{t.notSavedYet}</Chip>
              );
            }}
            onChange={(addresses) => set('notify_emails', addresses)}
          />
          {troubled.length > 0 && (
            <ul className="settings-reasons">
              {troubled.map(({ address, status }) => (
                <li key={address}>
                  <strong>{address}</strong> {t.recipientReason[status]}
                </li>
              ))}
            </ul>
          )}
          <div className="with-placeholders">
            <TextField
              label={t.members.notify_subject}
              hint={t.subjectHint}
              placeholder={mailTexts[settings.language ?? 'en'].subject(settings.name)}
              value={settings.notify_subject ?? ''}
              onChange={(text) => set('notify_subject', text === '' ? null : text)}
              maxLength={200}
              isReadOnly={!mayWrite}
              error={errorAt('notify_subject')}
            />
            {mayWrite && (
              <Placeholders
                onChoose={(name) => set('notify_subject', `${settings.notify_subject ?? ''}{{${name}}}`)}
              />
            )}
          </div>
          <Warning code="notify-subject-unknown-field" />
        </Section>
      </div>
      <div data-preview="autoresponse">
        <AutoresponderSection />
      </div>
      <ReplySection />
    </>
  );
}

function AutoresponderSection() {
  const t = useTexts('settings');
  const { settings, set, mayWrite, errorAt } = useSettings();
  const { autoresponder } = settings;
  return (
    <Section title={t.autoresponder} hint={t.autoresponderHint}>
      <Checkbox
        isSelected={autoresponder?.enabled ?? false}
        isReadOnly={!mayWrite}
        onChange={(enabled) =>
          set(
            'autoresponder',
            autoresponder
              ? { ...autoresponder, enabled }
              : { enabled, subject: t.firstSubject, text: t.firstText },
          )
        }
      >
        {t.autoresponderOn}
      </Checkbox>
      {autoresponder && (
        <>
          <div className="with-placeholders">
            <TextField
              label={t.subject}
              value={autoresponder.subject}
              onChange={(subject) => set('autoresponder', { ...autoresponder, subject })}
              maxLength={200}
              isReadOnly={!mayWrite}
              error={errorAt('autoresponder.subject')}
            />
          </div>
          <div className="with-placeholders">
            <TextField
              label={t.text}
              rows={7}
              value={autoresponder.text}
              onChange={(text) => set('autoresponder', { ...autoresponder, text })}
              maxLength={10_000}
              isReadOnly={!mayWrite}
              error={errorAt('autoresponder.text')}
            />
            {mayWrite && (
              <Placeholders
                onChoose={(name) =>
                  set('autoresponder', { ...autoresponder, text: `${autoresponder.text}{{${name}}}` })
                }
              />
            )}
          </div>
          <Warning code="autoresponder-echoes-without-challenge" />
        </>
      )}
    </Section>
  );
}

/**
 * Offers fields to insert into a subject or message: the declared fields or, if there are none, the latest
 * submission's fields.
 */
function Placeholders({ onChoose }: { onChoose: (name: string) => void }) {
  const t = useTexts('settings');
  const { form, settings } = useSettings();
  const sample = useQuery(sampleQuery(form.id));
  const names =
    settings.fields.length > 0 ? settings.fields.map(({ name }) => name) : Object.keys(sample.data ?? {});
  if (names.length === 0) return null;
  return (
    <Menu
      label={t.insertField}
      trigger={
        <Button isSmall icon={<Braces size={13} aria-hidden />}>
          {t.insertField}
        </Button>
      }
    >
      {names.map((name) => (
        <MenuItem key={name} onAction={() => onChoose(name)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Shows the service's warning about the saved settings, if there is one. */
function Warning({
  code,
}: {
  code: 'notify-subject-unknown-field' | 'autoresponder-echoes-without-challenge';
}) {
  const t = useTexts('settings');
  const { form } = useSettings();
  if (!form.warnings.some((warning) => warning.code === code)) return null;
  return <p className="settings-warning">{t.warnings[code]}</p>;
}

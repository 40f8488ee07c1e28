/** The e-mails to a form's recipients when one of its webhooks begins to fail, and when it was disabled. */
import type { Mailbox } from './email-address.ts';
import type { EmailForm } from '../forms/form.ts';
import type { OwnerEmail, WebhookDisabledEmail, WebhookFailingEmail } from './owner-email.ts';
import type { Addressee } from './recipients/send-to-recipients.ts';
import { singleLine } from '../core/text.ts';
import { NOTIFICATION_HEADERS, unsubscribeHeaders, type Email } from './email.ts';
import { brandHeader, brandLine, heading, page, paragraph, smallPrint } from './email-layout.ts';
import { readableTime } from '../core/clock.ts';
import { ownerTexts } from '../i18n/owners/owner-catalogues.ts';
import type { OwnerTexts } from '../i18n/owners/owner-texts.ts';

/** In the form's language, else in English. */
export function webhookEmail(
  { job, form, to }: { job: OwnerEmail; form: EmailForm; to: Addressee },
  from: Mailbox,
): Email {
  const formName = singleLine(form.name);
  const language = form.language ?? 'en';
  const texts = ownerTexts[language];
  const { unsubscribe } = texts;
  const { subject, intro, paragraphs } =
    job.kind === 'webhook-failing'
      ? failing(job, formName, texts.webhookFailing)
      : disabled(job, formName, texts.webhookDisabled);
  const all = [texts.webhook(withoutQuery(job.url), job.webhook_id), ...paragraphs];
  return {
    id: `${job.kind}.${job.id.replace(/[^\w.-]/g, '-')}.${to.recipient_id}`,
    scope: form.form_id,
    from,
    to: to.address,
    subject,
    headers: { ...NOTIFICATION_HEADERS, ...unsubscribeHeaders(to.unsubscribeUrl) },
    text: [...brandLine(form.brand), intro, ...all, `-- \n${unsubscribe}: ${to.unsubscribeUrl}`].join('\n\n'),
    html: page(
      subject,
      [
        ...brandHeader(form.brand),
        heading(intro),
        ...all.map(paragraph),
        smallPrint([], { href: to.unsubscribeUrl, text: unsubscribe }),
      ],
      language,
    ),
  };
}

interface WebhookEmailTexts {
  readonly subject: string;
  readonly intro: string;
  readonly paragraphs: readonly string[];
}

function failing(
  job: WebhookFailingEmail,
  formName: string,
  texts: OwnerTexts['webhookFailing'],
): WebhookEmailTexts {
  return {
    subject: texts.subject(formName),
    intro: texts.intro(formName),
    paragraphs: [
      texts.reason(readableTime(job.failing_since)),
      texts.consequence,
      texts.remedy(job.webhook_id),
    ],
  };
}

function disabled(
  job: WebhookDisabledEmail,
  formName: string,
  texts: OwnerTexts['webhookDisabled'],
): WebhookEmailTexts {
  const at = readableTime(job.disabled_at);
  return {
    subject: texts.subject(formName),
    intro: texts.intro(formName),
    paragraphs: [
      job.reason === 'gone' ? texts.gone(at) : texts.reason(readableTime(job.failing_since), at),
      texts.consequence,
      texts.remedy(job.webhook_id),
    ],
  };
}

/** Many receivers take a token in the query; it stays out of inboxes. */
function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return singleLine(end === -1 ? url : `${url.slice(0, end)}?…`, 500);
}

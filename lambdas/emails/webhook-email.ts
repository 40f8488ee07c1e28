/** The e-mails when a webhook begins to fail, and when it was disabled: to its form's recipients, or to its account. */
import type { Mailbox } from './email-address.ts';
import type { EmailForm } from '../forms/form.ts';
import type { OwnerEmail, WebhookDisabledEmail, WebhookFailingEmail } from './owner-email.ts';
import type { Addressee } from './recipients/send-to-recipients.ts';
import type { EmailAccount } from '../accounts/account.ts';
import { withoutLinks } from '../core/links.ts';
import { singleLine } from '../core/text.ts';
import { NOTIFICATION_HEADERS, unsubscribeHeaders, type Email } from './email.ts';
import { heading, page, paragraph, smallPrint } from './email-layout.ts';
import {
  allForms,
  readableTime,
  recipientTexts,
  webhookDisabledTexts,
  webhookFailingTexts,
  webhookText,
} from './email-texts.ts';

const { unsubscribe, unsubscribeAt } = recipientTexts;

export function webhookEmail(
  { job, form, to }: { job: OwnerEmail; form: EmailForm; to: Addressee },
  from: Mailbox,
): Email {
  const { subject, intro, all } = textsOf(job, singleLine(form.name));
  return {
    id: `${idOf(job)}.${to.recipient_id}`,
    scope: form.form_id,
    recipient_id: to.recipient_id,
    from,
    to: to.address,
    subject,
    headers: { ...NOTIFICATION_HEADERS, ...unsubscribeHeaders(to.unsubscribeUrl) },
    text: [intro, ...all, `-- \n${unsubscribeAt(to.unsubscribeUrl)}`].join('\n\n'),
    html: page(
      subject,
      [heading(intro), ...all.map(paragraph), smallPrint([], { href: to.unsubscribeUrl, text: unsubscribe })],
      'en',
    ),
  };
}

/** The e-mail about a webhook of all forms, which no form's recipients get. */
export function accountWebhookEmail(
  { job, account, to }: { job: OwnerEmail; account: EmailAccount; to: string },
  from: Mailbox,
): Email {
  const name = withoutLinks(singleLine(account.name)) || account.account_id;
  const { subject, intro, all } = textsOf(job, `${allForms}, ${name}`);
  return {
    id: idOf(job),
    scope: account.account_id,
    from,
    to,
    subject,
    headers: NOTIFICATION_HEADERS,
    text: [intro, ...all].join('\n\n'),
    html: page(subject, [heading(intro), ...all.map(paragraph)], 'en'),
  };
}

const idOf = (job: OwnerEmail): string => `${job.kind}.${job.id.replace(/[^\w.-]/g, '-')}`;

function textsOf(job: OwnerEmail, formName: string): { subject: string; intro: string; all: string[] } {
  const { subject, intro, paragraphs } =
    job.kind === 'webhook-failing' ? failing(job, formName) : disabled(job, formName);
  return { subject, intro, all: [webhookText(withoutQuery(job.url), job.webhook_id), ...paragraphs] };
}

interface Texts {
  readonly subject: string;
  readonly intro: string;
  readonly paragraphs: readonly string[];
}

function failing(job: WebhookFailingEmail, formName: string): Texts {
  const texts = webhookFailingTexts;
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

function disabled(job: WebhookDisabledEmail, formName: string): Texts {
  const texts = webhookDisabledTexts;
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

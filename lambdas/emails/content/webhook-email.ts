/**
 * Builds e-mails that tell a form's recipients and the account's owner that a webhook is failing or was
 * disabled.
 */
import type { Mailbox } from '../../core/text/email-address.ts';
import type { EmailForm } from '../../forms/form.ts';
import type { OwnerEmail, WebhookDisabledEmail, WebhookFailingEmail } from '../owner-email.ts';
import type { Addressee } from '../recipients/send-to-recipients.ts';
import type { EmailAccount } from '../../accounts/account.ts';
import { withoutLinks } from '../../core/text/links.ts';
import { singleLine } from '../../core/text/text.ts';
import { NOTIFICATION_HEADERS, unsubscribeHeaders, type Email } from '../email.ts';
import { brandHeader, brandLine, button, heading, page, paragraph, smallPrint } from './email-layout.ts';
import { readableTimeIn } from '../../core/zoned-time.ts';
import { ownerTexts } from '../../i18n/owners/owner-catalogues.ts';
import type { Language } from '../../core/text/language.ts';
import type { OwnerTexts } from '../../i18n/owners/owner-texts.ts';

/**
 * Builds an e-mail to a recipient of the webhook's form, in the form's language or in English.
 * @param content.baseUrl base URL of the service, for links to the console
 */
export function webhookEmail(
  { job, form, baseUrl, to }: { job: OwnerEmail; form: EmailForm; baseUrl: string; to: Addressee },
  from: Mailbox,
): Email {
  const language = form.language ?? 'en';
  const texts = ownerTexts[language];
  const { open, unsubscribe } = texts;
  const about = { name: singleLine(form.name), zone: form.time_zone, language };
  const { subject, intro, all } = textsOf(job, about, texts);
  const url = consoleUrl(baseUrl, job);
  return {
    id: `${idOf(job)}.${to.recipient_id}`,
    scope: form.form_id,
    recipient_id: to.recipient_id,
    from,
    to: to.address,
    subject,
    headers: { ...NOTIFICATION_HEADERS, ...unsubscribeHeaders(to.unsubscribeUrl) },
    text: [
      ...brandLine(form.brand),
      intro,
      ...all,
      `${open}:\n${url}`,
      `-- \n${unsubscribe}: ${to.unsubscribeUrl}`,
    ].join('\n\n'),
    html: page(
      subject,
      [
        ...brandHeader(form.brand),
        heading(intro),
        ...all.map(paragraph),
        button(url, open),
        smallPrint([], { href: to.unsubscribeUrl, text: unsubscribe }),
      ],
      language,
    ),
  };
}

interface OwnerNotice {
  readonly job: OwnerEmail;
  /** The webhook's form; undefined if the webhook is account-wide. */
  readonly form: EmailForm | undefined;
  readonly account: EmailAccount;
  readonly baseUrl: string;
  readonly to: string;
}

/**
 * Builds an e-mail to the account's owner, in the form's language. Uses English if the form has no language
 * or the webhook is account-wide.
 */
export function ownerWebhookEmail({ job, form, account, baseUrl, to }: OwnerNotice, from: Mailbox): Email {
  const language = form?.language ?? 'en';
  const texts = ownerTexts[language];
  const accountName = withoutLinks(singleLine(account.name)) || account.account_id;
  const name = form ? singleLine(form.name) : `${texts.allForms}, ${accountName}`;
  const { subject, intro, all } = textsOf(
    job,
    { name, zone: form?.time_zone ?? account.time_zone ?? null, language },
    texts,
  );
  const url = consoleUrl(baseUrl, job);
  return {
    id: idOf(job),
    scope: account.account_id,
    from,
    to,
    subject,
    headers: NOTIFICATION_HEADERS,
    text: [intro, ...all, `${texts.open}:\n${url}`].join('\n\n'),
    html: page(subject, [heading(intro), ...all.map(paragraph), button(url, texts.open)], language),
  };
}

/** Returns the URL of the webhook's screen in the console. */
const consoleUrl = (baseUrl: string, { webhook_id }: OwnerEmail): string =>
  `${baseUrl}/console/webhooks/${webhook_id}`;

const idOf = (job: OwnerEmail): string => `${job.kind}.${job.id.replace(/[^\w.-]/g, '-')}`;

/** Name of the form, or of all the account's forms, and the settings for formatting times. */
interface About {
  readonly name: string;
  readonly zone: string | null;
  readonly language: Language;
}

function textsOf(
  job: OwnerEmail,
  about: About,
  texts: OwnerTexts,
): { subject: string; intro: string; all: string[] } {
  const { subject, intro, paragraphs } =
    job.kind === 'webhook-failing'
      ? failing(job, about, texts.webhookFailing)
      : disabled(job, about, texts.webhookDisabled);
  return { subject, intro, all: [texts.webhook(withoutQuery(job.url), job.webhook_id), ...paragraphs] };
}

interface WebhookEmailTexts {
  readonly subject: string;
  readonly intro: string;
  readonly paragraphs: readonly string[];
}

function failing(
  job: WebhookFailingEmail,
  { name: formName, zone, language }: About,
  texts: OwnerTexts['webhookFailing'],
): WebhookEmailTexts {
  return {
    subject: texts.subject(formName),
    intro: texts.intro(formName),
    paragraphs: [
      texts.reason(readableTimeIn(zone, job.failing_since, language)),
      texts.consequence,
      ...(job.auto_recover ? [texts.recovery] : []),
      texts.remedy,
    ],
  };
}

function disabled(
  job: WebhookDisabledEmail,
  { name: formName, zone, language }: About,
  texts: OwnerTexts['webhookDisabled'],
): WebhookEmailTexts {
  const at = readableTimeIn(zone, job.disabled_at, language);
  return {
    subject: texts.subject(formName),
    intro: texts.intro(formName),
    paragraphs: [
      job.reason === 'gone'
        ? texts.gone(at)
        : texts.reason(readableTimeIn(zone, job.failing_since, language), at),
      texts.consequence,
      job.auto_recover ? texts.recovery : texts.remedy,
    ],
  };
}

/** Removes the query string because it often contains a token that must not be sent by e-mail. */
function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return singleLine(end === -1 ? url : `${url.slice(0, end)}?…`, 500);
}

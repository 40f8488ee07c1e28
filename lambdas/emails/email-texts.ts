/** The texts of e-mails to a form's owners, in English. */

export const notificationTexts = {
  subject: (formName: string) => `New submission: ${formName}`,
  intro: (formName: string) => `Somebody filled in your form “${formName}”.`,
  noFields: 'It came without any field.',
  files: 'Files',
  linksLast: (days: number) =>
    `Whoever has a link to a file can open it, for ${days} days. After that the submission shows a new one.`,
  received: (time: string, submissionId: string) => `Received ${time}, submission ${submissionId}.`,
  reply: (address: string) => `A reply to this e-mail goes to ${address}, the address in the form.`,
} as const;

/** The end of every e-mail to the recipients of a form. */
export const recipientTexts = {
  unsubscribe: 'Unsubscribe from e-mails about this form',
  unsubscribeAt: (url: string) => `Unsubscribe from e-mails about this form: ${url}`,
} as const;

/** In the place of a form's name in the e-mails about a webhook of all forms. */
export const allForms = 'all forms';

/** Names a webhook. */
export const webhookText = (url: string, id: string): string => `Webhook: ${url} (${id})`;

export const webhookFailingTexts = {
  subject: (formName: string) => `Webhook fails: ${formName}`,
  intro: (formName: string) => `A webhook of your form “${formName}” fails.`,
  reason: (since: string) =>
    `A submission did not reach it in any of its attempts; the last one failed ${since}.`,
  consequence:
    'Further submissions are still sent to it. This e-mail comes once, and again only when the webhook fails after it has worked, at most once a day.',
  remedy: (id: string) =>
    `GET /v1/webhooks/${id}/deliveries shows what the receiver answered; what failed can be replayed.`,
} as const;

export const webhookDisabledTexts = {
  subject: (formName: string) => `Webhook disabled: ${formName}`,
  intro: (formName: string) => `A webhook of your form “${formName}” was disabled.`,
  reason: (since: string, disabled: string) =>
    `Nothing but failures came of it since ${since}, so no more is sent to it as of ${disabled}.`,
  gone: (disabled: string) =>
    `Its receiver answered that it is gone for good (410), so no more is sent to it as of ${disabled}.`,
  consequence: 'Nothing is lost: submissions are still taken in and stored.',
  remedy: (id: string) =>
    `When the receiver works again, enable the webhook (PATCH /v1/webhooks/${id} with { "enabled": true }) and replay ` +
    'the deliveries that failed.',
} as const;

/** `2026-11-30 14:05 UTC` of an ISO timestamp. */
export function readableTime(iso: string): string {
  return `${iso.slice(0, 'yyyy-mm-dd'.length)} ${iso.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length)} UTC`;
}

/** `12.3 KB`; 1 KB is 1,024 bytes, as everywhere in the service. */
export function readableSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [amount, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB'];
  return `${amount.toFixed(1)} ${unit}`;
}

/** What a form's recipients read in English. */
import { countedIn } from '../../core/plural.ts';
import { sizeIn, type OwnerTexts } from './owner-texts.ts';

const counted = countedIn('en');

export const ownersEn: OwnerTexts = {
  notification: {
    subject: (form) => `New submission: ${form}`,
    intro: (form) => `Somebody filled in your form “${form}”.`,
    noFields: 'It came without any field.',
    files: 'Files',
    linksLast: (days) =>
      `Whoever has a link to a file can open it, for ${counted(days, { one: 'day', other: 'days' })}. After that the submission shows a new one.`,
    received: (time, submissionId) => `Received ${time}, submission ${submissionId}.`,
    reply: (address) => `A reply to this e-mail goes to ${address}, the address in the form.`,
  },
  unsubscribe: 'Unsubscribe from e-mails about this form',
  allForms: 'all forms',
  webhook: (url, id) => `Webhook: ${url} (${id})`,
  webhookFailing: {
    subject: (form) => `Webhook fails: ${form}`,
    intro: (form) => `A webhook of your form “${form}” fails.`,
    reason: (since) => `A submission did not reach it in any of its attempts; the last one failed ${since}.`,
    consequence:
      'Further submissions are still sent to it. This e-mail comes once, and again only when the webhook fails after it has worked, at most once a day.',
    remedy: (id) =>
      `GET /v1/webhooks/${id}/deliveries shows what the receiver answered; what failed can be replayed.`,
  },
  webhookDisabled: {
    subject: (form) => `Webhook disabled: ${form}`,
    intro: (form) => `A webhook of your form “${form}” was disabled.`,
    reason: (since, disabled) =>
      `Nothing but failures came of it since ${since}, so no more is sent to it as of ${disabled}.`,
    gone: (disabled) =>
      `Its receiver answered that it is gone for good (410), so no more is sent to it as of ${disabled}.`,
    consequence: 'Nothing is lost: submissions are still taken in and stored.',
    remedy: (id) =>
      `When the receiver works again, enable the webhook (PATCH /v1/webhooks/${id} with { "enabled": true }) and replay the deliveries that failed.`,
  },
  spamSummary: {
    subject: (form) => `Filed as spam this week: ${form}`,
    intro: (filed, form) =>
      `In the last week, your form “${form}” filed ${counted(filed, { one: 'submission', other: 'submissions' })} as spam.`,
    release:
      'Nobody was told of them, and they are deleted after their time. What is no spam can be released in the console: then it is delivered as if it had just come.',
    filed: 'Filed',
    note: (time, score) => `${time}, score ${score}`,
  },
  size: sizeIn(
    { bytes: { one: 'byte', other: 'bytes' }, kilobytes: 'KB', megabytes: 'MB' },
    counted,
    (value) => value,
  ),
};

/** English strings for a form's recipients. */
import { countedIn } from '../../core/errors/plural.ts';
import { sizeIn, type OwnerTexts } from './owner-texts.ts';

const counted = countedIn('en');

export const ownersEn: OwnerTexts = {
  notification: {
    subject: (form) => `New submission: ${form}`,
    intro: (form) => `Someone filled in your form “${form}”.`,
    test: (subject) => `Test: ${subject}`,
    testNote: 'This is a test with sample values. No one has filled in the form.',
    noFields: 'The submission has no fields.',
    files: 'Files',
    linksLast: (days) =>
      `Anyone with a link to a file can open it for ${counted(days, { one: 'day', other: 'days' })}. After that, open the submission to get a new link.`,
    received: (time, submissionId) => `Received ${time}, submission ${submissionId}`,
    reply: (address) => `Replies to this e-mail go to ${address}, the address entered in the form.`,
  },
  open: 'Open in the console',
  unsubscribe: 'Unsubscribe from e-mails about this form',
  allForms: 'all forms',
  webhook: (url, id) => `Webhook: ${url} (${id})`,
  webhookFailing: {
    subject: (form) => `Webhook failing: ${form}`,
    intro: (form) => `A webhook for your form “${form}” is failing.`,
    reason: (since) => `All attempts to deliver a submission failed. The last attempt was on ${since}.`,
    consequence:
      'We’ll keep sending new submissions to this webhook. You’ll only get this e-mail again if the webhook recovers and then fails again, and at most once a day.',
    remedy:
      'Open the webhook in the console to see your endpoint’s responses. You can resend failed deliveries there.',
    recovery:
      'We regularly check whether the endpoint is working again. Once it is, we’ll automatically send everything it missed.',
  },
  webhookDisabled: {
    subject: (form) => `Webhook disabled: ${form}`,
    intro: (form) => `A webhook for your form “${form}” has been disabled.`,
    reason: (since, disabled) =>
      `Every delivery to this endpoint has failed since ${since}, so we disabled the webhook on ${disabled}.`,
    gone: (disabled) => `The endpoint responded with 410 Gone, so we disabled the webhook on ${disabled}.`,
    consequence: 'No submissions are lost: we still accept and store them.',
    remedy:
      'Once the endpoint is working again, turn the webhook back on in the console and resend the failed deliveries.',
    recovery:
      'Once the endpoint is working again, turn the webhook back on in the console. We’ll then automatically send everything it missed.',
  },
  spamSummary: {
    subject: (form) => `Spam this week: ${form}`,
    intro: (filed, form) =>
      `In the last week, ${counted(filed, { one: 'submission', other: 'submissions' })} to your form “${form}” ${filed === 1 ? 'was' : 'were'} moved to spam.`,
    release:
      'No one was notified about them, and they’ll be deleted automatically. If a submission isn’t spam, mark it as not spam in the console. We’ll then deliver it like a new submission.',
    filed: 'Moved to spam',
    note: (time, score) => `${time}, score ${score}`,
  },
  size: sizeIn(
    { bytes: { one: 'byte', other: 'bytes' }, kilobytes: 'KB', megabytes: 'MB' },
    counted,
    (value) => value,
  ),
};

/** The service's English strings. */
import { englishMessages } from '../core/errors/english-messages.ts';
import type { Catalogue } from './catalogue.ts';

export const en: Catalogue = {
  problems: {
    'bad-body': {
      title: 'Unreadable body',
      meaning: 'The request body could not be read as form data or JSON.',
    },
    'validation-failed': {
      title: 'Invalid values',
      meaning: 'Some values in the request are invalid. See "errors" for a list.',
    },
    unauthorized: {
      title: 'Key required',
      meaning: 'This request needs a valid API key in the Authorization header.',
    },
    forbidden: {
      title: 'Not allowed',
      meaning:
        'The key is valid but lacks permission, or the link has expired or was not issued by this service.',
    },
    'account-suspended': {
      title: 'Account suspended',
      meaning:
        'The service operator has suspended this account. Its forms don’t accept submissions, and no e-mails or webhooks are sent.',
    },
    'not-found': {
      title: 'Not found',
      meaning: 'Nothing exists at this address, or it belongs to another account.',
    },
    'method-not-allowed': {
      title: 'Method not allowed',
      meaning: 'This address doesn’t support the method. The Allow header lists the supported methods.',
    },
    conflict: {
      title: 'Conflict',
      meaning:
        'The request conflicts with the current state. For example, a name is taken, a status change isn’t possible, or a limit has been reached. See `detail` for the reason.',
    },
    'precondition-failed': {
      title: 'Precondition failed',
      meaning:
        'The resource has changed since you read it, and none of the tags in `If-Match` is current. Nothing was changed. Read the resource again and retry.',
    },
    'body-too-large': {
      title: 'Body too large',
      meaning: 'The request body exceeds the maximum size.',
    },
    'unsupported-encoding': {
      title: 'Compression not supported',
      meaning:
        'The request body uses an unsupported compression format. The Accept-Encoding header lists the supported ones.',
    },
    'form-not-found': { title: 'Form not found', meaning: 'No form exists at this address.' },
    'form-not-live': {
      title: 'Form not live',
      meaning: 'The form is paused or still a draft, so it doesn’t accept submissions at the moment.',
    },
    'replies-disabled': {
      title: 'Replies turned off',
      meaning: 'Replies are turned off for this form, or the service can’t send e-mails.',
    },
    'invalid-key': {
      title: 'Invalid key',
      meaning:
        'The key is invalid, has been revoked, belongs to another account, or isn’t allowed to submit forms.',
    },
    'origin-not-allowed': {
      title: 'Website not allowed',
      meaning:
        'The form only accepts submissions from certain websites, and this website is not one of them.',
    },
    'webhook-loop': {
      title: 'Webhook loop',
      meaning:
        'A webhook delivery can’t be posted to a form, because every submission could trigger another delivery.',
    },
    'turnstile-failed': {
      title: 'Bot check failed',
      meaning: 'The bot check failed because its token is missing, invalid, expired or already used.',
    },
    'challenge-failed': {
      title: 'Challenge not solved',
      meaning: 'The form’s challenge wasn’t solved: its solution is missing, wrong, already used or expired.',
    },
    'file-too-large': { title: 'File too large', meaning: 'A file exceeds the size limit of this form.' },
    'uploads-not-allowed': {
      title: 'Files not allowed',
      meaning:
        'The form doesn’t accept files because the account’s plan doesn’t include them. The plans `pro` and `team` do.',
    },
    'quota-exceeded': {
      title: 'Monthly quota exceeded',
      meaning: 'The account that owns the form has used up its submissions for this month.',
    },
    'rate-limited': {
      title: 'Too many submissions',
      meaning: 'There have been too many requests in a short time. Please wait a while and try again.',
    },
    'internal-error': {
      title: 'Internal error',
      meaning: 'Something went wrong on our side. The error has been logged.',
    },
    unavailable: {
      title: 'Service unavailable',
      meaning: 'The service is busy, and nothing was stored. Please try again.',
    },
  },
  messages: englishMessages,
  pages: {
    apiReference: 'API reference',
    thanks: 'Thank you',
    received: 'Thanks, your message has been sent.',
    back: 'Back to the website',
    useBackButton: 'To return to the form, use your browser’s back button.',
    tryAgain: (when) => `You can try again ${when}.`,
  },
  home: {
    heading: 'Form backend',
    what: 'This service receives submissions from forms on websites, filters out spam, and forwards the rest to the form owners.',
    visitors: 'If you were trying to fill in a form, please go back to the website you came from.',
    console: 'Open the console',
    documentation: 'Documentation',
  },
  recipients: {
    confirmation: {
      subject: (form) => `Please confirm your address for e-mails about the form “${form}”`,
      title: 'Would you like to receive these e-mails?',
      intro: (account, form) =>
        `“${account}” would like to send you an e-mail each time someone fills in the form “${form}”.`,
      what: (address) =>
        `If you agree, please confirm that ${address} is your address. Every e-mail has an unsubscribe link.`,
      button: 'Confirm address',
      valid: (days) => `This link is valid for ${days}.`,
      ignore:
        'If you weren’t expecting this e-mail, you can ignore it. We won’t send you anything else unless you confirm.',
    },
    confirm: {
      heading: 'Would you like to receive these e-mails?',
      question: ({ address, account, form }) =>
        `${account} would like to send an e-mail to ${address} each time someone fills in the form “${form}”.`,
      button: 'Confirm address',
    },
    confirmed: {
      heading: 'Address confirmed',
      text: ({ address, account }) => `${address} will now receive e-mails about ${account}’s forms.`,
    },
    unsubscribe: {
      heading: 'Unsubscribe?',
      question: ({ address, form }) => `${address} will no longer receive e-mails about the form “${form}”.`,
      button: 'Unsubscribe',
    },
    unsubscribed: {
      heading: 'You have unsubscribed',
      text: ({ address, form }) => `${address} will no longer receive e-mails about the form “${form}”.`,
      return:
        'If you change your mind, ask the form’s owner to add you again. You’ll need to confirm your address first.',
    },
    invalidLink: {
      heading: 'This link no longer works',
      reason:
        'The link has expired, is incomplete, or refers to something that no longer exists. Nothing was changed.',
      remedy:
        'If you still want these e-mails, ask the form’s owner to add your address again. You’ll then get a new link (at most one per day).',
    },
  },
  invitation: {
    subject: (account) => `Invitation to join ${account}`,
    title: 'You’ve been invited',
    intro: (account, by) =>
      by === undefined
        ? `You’ve been invited to work on ${account}’s forms.`
        : `${by} has invited you to work on ${account}’s forms.`,
    role: {
      owner: 'As an owner, you can do everything, including inviting others and creating API keys.',
      editor: 'As an editor, you can read submissions and change forms.',
      viewer: 'As a viewer, you can read submissions.',
    },
    how: (address) => `Please sign in as ${address}. The invitation only works with this address.`,
    button: 'Sign in',
    valid: (days) => `This invitation is valid for ${days}.`,
    ignore: 'If you weren’t expecting this invitation, you can ignore this e-mail.',
  },
  quotaNotice: {
    subject: (percent, account) => `${account} has used ${percent}% of this month’s submissions`,
    title: (percent, account) => `${account} has used ${percent}% of this month’s submissions`,
    used: (used, limit) => `Submissions used: ${used} of ${limit}.`,
    willBeRefused: (date) =>
      `Once the quota is used up, the account’s forms won’t accept submissions until ${date} (UTC).`,
    refused: (date) =>
      `The account’s forms won’t accept submissions until ${date} (UTC). Visitors are asked to try again later.`,
    remedy:
      'If you need more submissions before then, ask the operator of this service for a larger plan or quota.',
  },
  localizedSubmission: {
    received: 'The submission has been received.',
    accepted: 'The submission has been accepted.',
    replayed: 'The submission had already been received.',
  },
};

/** The texts of the service in English. */
import { englishMessages } from '../core/english-messages.ts';
import type { Catalogue } from './catalogue.ts';

export const en: Catalogue = {
  problems: {
    'bad-body': {
      title: 'Body not readable',
      meaning: 'The body of the request could not be read as form data or JSON.',
    },
    'validation-failed': {
      title: 'Values not valid',
      meaning: 'Some values of the request are not allowed; "errors" lists them.',
    },
    unauthorized: { title: 'Key needed', meaning: 'A valid API key is needed in the Authorization header.' },
    forbidden: {
      title: 'Not allowed',
      meaning: 'The key is valid, but may not do this; or the link has expired or is not one of ours.',
    },
    'account-suspended': {
      title: 'Account suspended',
      meaning:
        'The operator of this service has suspended the account. Its forms take no submissions, and nothing is sent.',
    },
    'not-found': {
      title: 'Not found',
      meaning: 'There is nothing at this address, or it belongs to another account.',
    },
    'method-not-allowed': {
      title: 'Method not allowed',
      meaning: 'The address does not answer this method; the Allow header lists those that it does.',
    },
    conflict: {
      title: 'Conflict',
      meaning:
        'The request does not fit the current state: a name is taken, a change is not possible from here, or there are enough already. `detail` says which.',
    },
    'precondition-failed': {
      title: 'Precondition failed',
      meaning:
        'The resource was changed since it was read: `If-Match` names none of its present tags. Read it again; nothing was changed.',
    },
    'body-too-large': {
      title: 'Body too large',
      meaning: 'The request holds more than a submission may hold.',
    },
    'unsupported-encoding': {
      title: 'Compression not supported',
      meaning:
        'The body of the request is compressed in a way that is not supported; the Accept-Encoding header lists those that are.',
    },
    'form-not-found': { title: 'Form not found', meaning: 'No form has this address.' },
    'form-not-live': {
      title: 'Form not live',
      meaning: 'The form is paused or a draft and takes no submissions at the moment.',
    },
    'invalid-key': {
      title: 'Key not valid',
      meaning: 'The submission key is not valid, was revoked, or belongs to another account.',
    },
    'origin-not-allowed': {
      title: 'Website not allowed',
      meaning: 'The form takes submissions from certain websites only, and this is not one of them.',
    },
    'turnstile-failed': {
      title: 'Bot check failed',
      meaning:
        'The check against bots did not succeed: its token is missing, wrong, already used or too old.',
    },
    'file-too-large': { title: 'File too large', meaning: 'A file is larger than this form takes.' },
    'uploads-not-allowed': {
      title: 'Files not allowed',
      meaning:
        'The form does not take files, because the plan of its account does not include them; the plans `pro` and `team` do.',
    },
    'quota-exceeded': {
      title: 'Monthly quota exceeded',
      meaning: "The form's account has used up its submissions of this month.",
    },
    'rate-limited': {
      title: 'Too many submissions',
      meaning: 'Too many requests came in a short time. Please wait a while and try again.',
    },
    'internal-error': {
      title: 'Internal error',
      meaning: 'Something went wrong on our side. It has been recorded.',
    },
    unavailable: {
      title: 'Service unavailable',
      meaning: 'The service is busy. Nothing was stored; please try again.',
    },
  },
  messages: englishMessages,
  pages: {
    apiReference: 'API reference',
    thanks: 'Thank you',
    received: (form) => `What you entered in “${form}” has been sent.`,
    back: 'Back to the website',
    useBackButton: 'Use your browser’s back button to return to the form.',
    tryAgain: (when) => `You can try again ${when}.`,
  },
  home: {
    heading: 'A backend for forms',
    what: 'This service receives what people enter into the forms of websites, keeps spam out, and passes it on to the owners of the forms.',
    visitors: 'If you wanted to fill in a form, please go back to the website that it is on.',
    console: 'Open the console',
    documentation: 'Documentation',
  },
  recipients: {
    confirmation: {
      subject: (form) => `Please confirm: e-mails about the form “${form}”`,
      title: 'Do you want these e-mails?',
      intro: (account, form) =>
        `“${account}” would like to send you an e-mail each time the form “${form}” is filled in.`,
      what: (address) =>
        `If you want that, confirm that ${address} is your address. Each e-mail has a link to unsubscribe.`,
      button: 'Confirm address',
      valid: (days) => `The link works for ${days}.`,
      ignore: 'If this means nothing to you, ignore it: without your confirmation nothing is sent to you.',
    },
    confirm: {
      heading: 'Do you want these e-mails?',
      question: ({ address, account, form }) =>
        `${account} would like to send an e-mail to ${address} each time the form “${form}” is filled in.`,
      button: 'Confirm address',
    },
    confirmed: {
      heading: 'Address confirmed',
      text: ({ address, account }) => `${address} now gets the e-mails about the forms of ${account}.`,
    },
    unsubscribe: {
      heading: 'Unsubscribe?',
      question: ({ address, form }) => `${address} will get no more e-mails about the form “${form}”.`,
      button: 'Unsubscribe',
    },
    unsubscribed: {
      heading: 'You are unsubscribed',
      text: ({ address, form }) => `${address} gets no more e-mails about the form “${form}”.`,
      return: 'Should you want them again, ask the owner of the form: you will have to confirm first.',
    },
    invalidLink: {
      heading: 'This link does not work any more',
      reason:
        'It has expired, is incomplete, or what it was for does not exist any more. Nothing was changed.',
      remedy:
        'If you still want the e-mails, ask the owner of the form to add your address again. You will then get a new link, at most one a day.',
    },
  },
  invitation: {
    subject: (account) => `Invitation to ${account}`,
    title: 'You are invited',
    intro: (account) => `You are invited to work with the forms of ${account}.`,
    role: {
      owner: 'As an owner you may do everything: also invite others and make keys.',
      editor: 'As an editor you may read submissions and change forms.',
      viewer: 'As a viewer you may read submissions.',
    },
    how: (address) => `Sign in with the address ${address}: the invitation is for no other.`,
    button: 'Sign in',
    valid: (days) => `The invitation is valid for ${days}.`,
    ignore: 'If you do not know what this is about, ignore this e-mail: nothing happens then.',
  },
  quotaNotice: {
    subject: (percent, account) => `${percent}% of this month’s submissions used: ${account}`,
    title: (percent, account) => `${account} has used ${percent}% of its submissions of this month`,
    used: (used, limit) => `Submissions used: ${used} of ${limit}.`,
    willBeRefused: (date) =>
      `Once all of them are used, the forms of the account take no more submissions until ${date} (UTC).`,
    refused: (date) =>
      `Until ${date} (UTC) the forms of the account take no more submissions: whoever fills one in is told to try later.`,
    remedy: 'If you need more before then, ask the operator of this service for a larger plan or quota.',
  },
  localizedSubmission: {
    received: 'The entry has been received.',
    accepted: 'The entry has been accepted.',
    replayed: 'The entry had been received before.',
  },
};

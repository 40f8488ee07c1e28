/** English texts for the list of forms and the first steps. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const formsEn = {
  title: 'Forms',
  newForm: 'New form',
  name: 'Name',
  state: 'Status',
  last30: 'Last 30 days',
  unread: 'Unread',
  spam: 'Spam',
  columnProblems: 'Problems',
  columnActions: 'Actions',
  live: 'Live',
  draft: 'Draft',
  paused: 'Paused',
  trend: (received: number) =>
    n(received, { one: '# submission in the last 30 days', other: '# submissions in the last 30 days' }),
  spamCount: (spam: number) => n(spam, { one: '# spam', other: '# spam' }),
  webhookFails: 'Webhook failing',
  webhookOff: 'Webhook off',
  mailWaits: 'Recipient not confirmed',
  openInbox: 'Open inbox',
  settings: 'Settings',
  webhooks: 'Webhooks',
  copyAddress: 'Copy form URL',
  actionsOf: (name: string) => `Actions for ${name}`,
  filter: 'Find a form',
  noMatch: 'No forms match',
  noMatchText: 'Try a different name, or clear the search.',
  noForms: 'No forms yet',
  noFormsViewer: 'Forms appear here when an owner gives you access.',
  create: 'Create form',
  formName: 'Form name',
  formNameHint: 'Shown in the console, in e-mails, and in the browser tab of the thank-you page.',
  created: (name: string) => `“${name}” is ready`,
  firstTitle: 'Get your first submission in three steps',
  step1: 'Name your form',
  step2: 'Add it to your website',
  step2Text:
    'Paste this code into a page on your website. It already contains your form’s URL, and you can change the fields.',
  step3: 'Send a submission',
  waiting: 'Waiting for the first submission…',
  waitingText:
    'Fill in the form on your website. This page updates automatically when the submission arrives.',
  arrived: 'Your first submission has arrived',
  arrivedText: (name: string) => `“${name}” is working.`,
  open: 'Open submission',
  skip: 'Skip and go to your forms',
  snippet: 'Form HTML',
};
export type FormsTexts = typeof formsEn;

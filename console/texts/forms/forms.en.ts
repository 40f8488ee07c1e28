/** English texts of the list of forms and the first steps. */
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
  mailWaits: 'Email not confirmed',
  openInbox: 'Open inbox',
  settings: 'Settings',
  webhooks: 'Webhooks',
  copyAddress: 'Copy form URL',
  actionsOf: (name: string) => `Actions for ${name}`,
  filter: 'Find a form',
  noMatch: 'No forms match',
  noMatchText: 'Try part of the name, or clear the search.',
  noForms: 'No forms yet',
  noFormsViewer: 'A form appears here as soon as an owner gives you access to it.',
  create: 'Create form',
  formName: 'Form name',
  formNameHint:
    'You see this name here and in emails. Visitors see it in the browser tab of the thank-you page.',
  created: (name: string) => `“${name}” is ready`,
  firstTitle: 'Get your first submission in three steps',
  step1: 'Name your form',
  step2: 'Add it to your website',
  step2Text:
    'Paste this code into a page. It already posts to your form’s URL, and you can change the fields.',
  step3: 'Send a submission',
  waiting: 'Waiting for the first submission…',
  waitingText: 'Fill in the form on your page. This page updates automatically when the submission arrives.',
  arrived: 'Your first submission has arrived',
  arrivedText: (name: string) => `“${name}” works.`,
  open: 'Open it',
  skip: 'Skip and go to your forms',
  snippet: 'Form HTML',
};
export type FormsTexts = typeof formsEn;

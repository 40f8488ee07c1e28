/** English strings for the list of forms and the first steps. */
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
  nobodyNotified: 'No one is notified',
  notifyMe: 'Notify me',
  addRecipient: 'Add a recipient',
  nowNotified: (address: string) => `New submissions are now sent to ${address}`,
  openInbox: 'Open inbox',
  settings: 'Settings',
  webhooks: 'Webhooks',
  share: 'Share',
  copyAddress: 'Copy form URL',
  actionsOf: (name: string) => `Actions for ${name}`,
  filter: 'Find a form',
  noMatch: 'No forms match',
  noForms: 'No forms yet',
  noFormsViewer: 'Forms appear here when an owner gives you access.',
  create: 'Create form',
  formName: 'Form name',
  formNameHint: 'Shown in the console, in e-mails, and in the browser tab of the thank-you page.',
  created: (name: string) => `“${name}” is ready`,
  firstTitle: 'Create your first form',
  firstText: 'Enter a name to get the code for your website. Then send a test submission.',
  waiting: 'Waiting for the first submission',
  waitingText:
    'Add the code to your website and submit the form, or send a test. This page updates automatically.',
  arrived: 'Your first submission has arrived',
  arrivedText: (name: string) => `“${name}” is working.`,
  open: 'Open submission',
};
export type FormsTexts = typeof formsEn;

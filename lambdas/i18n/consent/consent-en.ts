/** The texts of the pages about letting an app in, in English. */
import type { ConsentTexts } from './consent-texts.ts';

export const consentEn: ConsentTexts = {
  heading: (app, account) => `Allow ${app} to use the account ${account}?`,
  signedInAs: (email) => `You are signed in as ${email}. The app acts in your name.`,
  may: 'The app may',
  scopes: {
    ingest: 'send submissions to forms',
    read: 'see forms, submissions with their files, webhooks and statistics',
    write: 'change and delete forms, submissions and webhooks',
  },
  forms: 'In these forms',
  allForms: 'All forms of the account that you may use, new ones included',
  moreForms: (count) => `and ${count} more`,
  leadsTo: 'Afterwards you go back to',
  note: 'The app never gets to your sign-in, to keys or to members. You can end its access at any time in the console, under “Account”; it also ends when you leave the account.',
  allow: 'Allow',
  deny: 'Do not allow',
  signIn: 'Sign in',
  signInAsAnother: 'Sign in as somebody else',
  startAgain: 'Start again',
  oneMoment: {
    heading: 'One moment',
    text: 'We are checking whether you are signed in.',
    link: 'Go on',
  },
  obstacles: {
    'unknown-app': {
      heading: 'This app is not known here',
      paragraphs: [
        'An app wanted to use your account, but no app is registered here under its id, or not any more.',
        'Nothing has been passed on. Tell whoever made the app about it.',
      ],
    },
    'wrong-redirect': {
      heading: 'The app gives a wrong address',
      paragraphs: [
        'The app wanted to have you sent to an address that is not registered for it. For your safety you stay here.',
        'Nothing has been passed on. Tell whoever made the app about it.',
      ],
    },
    'not-signed-in': {
      heading: 'You are not signed in',
      paragraphs: [
        'To let an app in you have to be signed in, and your browser has to accept cookies from here.',
      ],
    },
    'no-member': {
      heading: 'Sign in as a person',
      paragraphs: [
        'You have opened the console with a management key. Only a member of the account can let an app in: it acts in their name.',
      ],
    },
    'other-account': {
      heading: 'The app belongs to another account',
      paragraphs: [
        'It can only be let in to the account that it was made for. You are signed in to another one.',
      ],
    },
    'too-old': {
      heading: 'Please decide again',
      paragraphs: [
        'The question was left open for too long, or it was asked in another session. Nothing has been passed on.',
      ],
    },
  },
};

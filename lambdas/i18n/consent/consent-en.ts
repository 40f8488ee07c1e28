/** English text for the consent pages. */
import type { ConsentTexts } from './consent-texts.ts';

export const consentEn: ConsentTexts = {
  heading: (app, account) => `Allow ${app} to access the account ${account}?`,
  headingWithoutName: (account) => `Allow an app to access the account ${account}?`,
  saysItIs: (app) =>
    `The app says it is ${app}. We can’t verify this. Only allow it if you’re connecting this app right now.`,
  signedInAs: (email) => `You’re signed in as ${email}. The app will act on your behalf.`,
  may: 'The app will be able to',
  scopes: {
    ingest: 'submit forms',
    read: 'read forms, submissions and their files, webhooks and statistics',
    write: 'change and delete forms, submissions and webhooks',
  },
  receive: 'receive new submissions',
  forms: 'For these forms',
  allForms: 'All forms that you can access, including new ones',
  chosenForms: 'Only the forms I choose',
  newestForms: (count) => `Only your ${count} newest forms are listed here.`,
  leadsTo: 'You’ll be redirected to',
  note: 'The app never gets access to your sign-in details, API keys or account members. You can disconnect it at any time under “Account” in the console. It also loses access if you leave the account.',
  allow: 'Allow',
  deny: 'Don’t allow',
  signIn: 'Sign in',
  signInAsAnother: 'Sign in as someone else',
  startAgain: 'Start again',
  oneMoment: {
    heading: 'One moment, please',
    text: 'We’re checking whether you’re signed in.',
    link: 'Continue',
  },
  obstacles: {
    'unknown-app': {
      heading: 'Unknown app',
      paragraphs: [
        'An app asked for access to your account, but no app with its ID is registered here. It may have been deleted.',
        'No data was shared. Please let the app’s developer know.',
      ],
    },
    'unreadable-app': {
      heading: 'We couldn’t verify the app',
      paragraphs: [
        'An app asked for access to your account. Its description couldn’t be loaded, or isn’t valid.',
        'No data was shared. Please try again later, or let the app’s developer know.',
      ],
    },
    'wrong-redirect': {
      heading: 'Invalid redirect URL',
      paragraphs: [
        'The app asked us to send you to a URL that isn’t registered for it. To keep you safe, we stopped here.',
        'No data was shared. Please let the app’s developer know.',
      ],
    },
    'invalid-request': {
      heading: 'The app’s request is invalid',
      paragraphs: [
        'The link from the app has a parameter that’s invalid, too long or included twice.',
        'No data was shared. Please let the app’s developer know.',
      ],
    },
    'not-signed-in': {
      heading: 'You’re not signed in',
      paragraphs: [
        'To connect an app, you need to be signed in, and your browser must accept cookies from this site.',
      ],
    },
    'no-member': {
      heading: 'Sign in as a member',
      paragraphs: [
        'You’re signed in with a management key. Only a member of the account can connect an app, because the app acts on that member’s behalf.',
      ],
    },
    'other-account': {
      heading: 'The app belongs to another account',
      paragraphs: [
        'You can connect this app only to the account it was created for, and you’re signed in to a different one.',
      ],
    },
    'too-old': {
      heading: 'Please try again',
      paragraphs: ['This page was open for too long, or it belongs to another session. No data was shared.'],
    },
    'no-forms': {
      heading: 'Choose at least one form',
      paragraphs: ['You limited the app to certain forms, but you didn’t select any. No data was shared.'],
    },
  },
};

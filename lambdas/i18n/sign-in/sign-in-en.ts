/** English text for the sign-in pages. */
import type { SignInTexts } from './sign-in-texts.ts';

export const signInEn: SignInTexts = {
  outcomes: {
    'not-completed': {
      heading: 'You’re not signed in',
      paragraphs: () => [
        'This sign-in was started in another browser, took too long or has already been completed.',
        'Please sign in again.',
      ],
    },
    cancelled: {
      heading: 'You’re not signed in',
      paragraphs: () => [
        'The sign-in was canceled, or your identity provider rejected it. Please sign in again.',
      ],
    },
    'email-not-verified': {
      heading: 'Your address isn’t verified',
      paragraphs: (email) => [
        `You signed in as ${email}, but this address hasn’t been verified.`,
        'Verify it with your identity provider, or sign in as someone else.',
      ],
    },
    'no-member': {
      heading: 'You don’t have access yet',
      paragraphs: (email) => [
        `You signed in as ${email}, but this address isn’t a member of any account.`,
        'Ask an account owner to invite this exact address, then sign in again. If you were invited at a different address, sign in with that one.',
      ],
    },
    'invitation-expired': {
      heading: 'Your invitation has expired',
      paragraphs: (email) => [
        `You signed in as ${email}, but your invitation has expired. Invitations are valid for seven days.`,
        'Ask an account owner to invite you again, then sign in again.',
      ],
    },
    unavailable: {
      heading: 'Sign-in is currently unavailable',
      paragraphs: () => ['Your identity provider isn’t responding. Please try again in a moment.'],
    },
    'not-set-up': {
      heading: 'Sign-in isn’t set up',
      paragraphs: () => [
        'On this service, you can only sign in with a key. To let people sign in by e-mail, the operator needs to configure an e-mail sender or an identity provider.',
        'You can still sign in with a management key.',
      ],
    },
  },
  unknownAddress: 'a user without an e-mail address',
  signInAgain: 'Sign in again',
  signInAsAnother: 'Sign in as someone else',
  signInWithKey: 'Use a management key',
};

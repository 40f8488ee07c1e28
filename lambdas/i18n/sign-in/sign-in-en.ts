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
      paragraphs: () => ['The sign-in was canceled, or your identity provider rejected it.'],
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
        `You signed in as ${email}, but no account has a member with this address.`,
        'Ask an owner of the account to invite exactly this address, then sign in again. If a different address was invited, sign in with that one.',
      ],
    },
    'invitation-expired': {
      heading: 'Your invitation has expired',
      paragraphs: (email) => [
        `You signed in as ${email}. You were invited, but invitations are only valid for seven days.`,
        'Ask an owner of the account to invite you again, then sign in again.',
      ],
    },
    unavailable: {
      heading: 'Sign-in is currently unavailable',
      paragraphs: () => ['Your identity provider isn’t responding. Please try again in a moment.'],
    },
    'not-set-up': {
      heading: 'Sign-in isn’t set up',
      paragraphs: () => [
        'This service has no sign-in for people yet. Its operator needs to configure a mail sender or an issuer.',
        'You can still open the console with a management key.',
      ],
    },
  },
  unknownAddress: 'a person without an e-mail address',
  signInAgain: 'Sign in again',
  signInAsAnother: 'Sign in as someone else',
  signInWithKey: 'Use a management key',
};

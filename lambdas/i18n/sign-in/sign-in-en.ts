/** The texts of the pages about signing in, in English. */
import type { SignInTexts } from './sign-in-texts.ts';

export const signInEn: SignInTexts = {
  outcomes: {
    'not-completed': {
      heading: 'You are not signed in',
      paragraphs: () => [
        'This sign-in was begun in another browser, took too long or was completed before.',
        'Please sign in again.',
      ],
    },
    cancelled: {
      heading: 'You are not signed in',
      paragraphs: () => ['The sign-in was cancelled, or the place where you sign in did not allow it.'],
    },
    'email-not-verified': {
      heading: 'Your address is not verified',
      paragraphs: (email) => [
        `You signed in as ${email}, but it has not been verified that this address is yours.`,
        'Verify it where you have that sign-in, or sign in as another person.',
      ],
    },
    'no-member': {
      heading: 'You have no access yet',
      paragraphs: (email) => [
        `You signed in as ${email}. No account has a member with this address.`,
        'Ask an owner of the account to invite exactly this address, then sign in again. If you were invited at another address, sign in with that one.',
      ],
    },
    'invitation-expired': {
      heading: 'Your invitation has expired',
      paragraphs: (email) => [
        `You signed in as ${email}. You were invited, but an invitation holds for seven days only.`,
        'Ask an owner of the account to invite you again, then sign in again.',
      ],
    },
    unavailable: {
      heading: 'Nobody can sign in at the moment',
      paragraphs: () => ['The place where you sign in does not respond. Please try again in a moment.'],
    },
    'not-set-up': {
      heading: 'Nobody can sign in here',
      paragraphs: () => [
        'This service has no place where people sign in: its operator has to set a mail sender or an issuer.',
        'With a management key you can open the console all the same.',
      ],
    },
  },
  unknownAddress: 'somebody without an e-mail address',
  signInAgain: 'Sign in again',
  signInAsAnother: 'Sign in as another person',
  signInWithKey: 'Use a management key',
};

/** Defines the strings of the sign-in pages. A missing key is a compile error. */

/** Reasons why a sign-in failed. */
export const signInOutcomes = [
  'not-completed',
  'cancelled',
  'email-not-verified',
  'no-member',
  'invitation-expired',
  'unavailable',
  'not-set-up',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

interface OutcomeTexts {
  readonly heading: string;
  /** @param email the address from the issuer, or `unknownAddress` if the issuer returned none */
  readonly paragraphs: (email: string) => readonly string[];
}

export interface SignInTexts {
  readonly outcomes: Readonly<Record<SignInOutcome, OutcomeTexts>>;
  /** Shown if the issuer doesn't return an e-mail address. */
  readonly unknownAddress: string;
  readonly signInAgain: string;
  readonly signInAsAnother: string;
  readonly signInWithKey: string;
}

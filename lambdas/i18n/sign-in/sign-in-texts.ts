/** What a catalogue of the pages about signing in holds. A missing key does not compile. */

/** Why somebody is not signed in. */
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
  /** @param email the address that the issuer knows the person by, or what stands for it when it tells none */
  readonly paragraphs: (email: string) => readonly string[];
}

export interface SignInTexts {
  readonly outcomes: Readonly<Record<SignInOutcome, OutcomeTexts>>;
  /** In place of an address that the issuer does not tell. */
  readonly unknownAddress: string;
  readonly signInAgain: string;
  readonly signInAsAnother: string;
  readonly signInWithKey: string;
}

/** What a catalogue of the pages about letting an app in holds. A missing key does not compile. */
import type { Scope } from '../../core/scope.ts';

/** Why a person is not asked. */
export const consentObstacles = [
  'unknown-app',
  'wrong-redirect',
  'not-signed-in',
  'no-member',
  'other-account',
  'too-old',
] as const;
export type ConsentObstacle = (typeof consentObstacles)[number];

interface ObstacleTexts {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

export interface ConsentTexts {
  readonly heading: (app: string, account: string) => string;
  /** @param email whoever is signed in */
  readonly signedInAs: (email: string) => string;
  readonly may: string;
  /** What an app may do with each scope; apps get no others. */
  readonly scopes: Readonly<Record<Exclude<Scope, 'admin'>, string>>;
  readonly forms: string;
  readonly allForms: string;
  /** @param count of the forms that are not named */
  readonly moreForms: (count: number) => string;
  readonly leadsTo: string;
  /** What the app cannot do, and how it ends. */
  readonly note: string;
  readonly allow: string;
  readonly deny: string;
  readonly signIn: string;
  readonly signInAsAnother: string;
  readonly startAgain: string;
  /** A page that leads on by itself. */
  readonly oneMoment: { readonly heading: string; readonly text: string; readonly link: string };
  readonly obstacles: Readonly<Record<ConsentObstacle, ObstacleTexts>>;
}

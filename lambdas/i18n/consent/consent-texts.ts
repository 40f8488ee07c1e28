/** Defines the strings of the consent pages. A missing key is a compile error. */
import type { Scope } from '../../core/scope.ts';

export const consentErrors = [
  'unknown-app',
  'unreadable-app',
  'wrong-redirect',
  'invalid-request',
  'not-signed-in',
  'no-member',
  'other-account',
  'too-old',
  'no-forms',
] as const;
export type ConsentObstacle = (typeof consentErrors)[number];

interface ObstacleTexts {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

export interface ConsentTexts {
  readonly heading: (app: string, account: string) => string;
  /** Heading for an app with an unverified name. */
  readonly headingWithoutName: (account: string) => string;
  /**
   * States the name that the app uses for itself.
   * @param app the app's name, which isn't verified
   */
  readonly saysItIs: (app: string) => string;
  /**
   * Shows the signed-in user.
   * @param email address of the signed-in user
   */
  readonly signedInAs: (email: string) => string;
  readonly may: string;
  /** Describes what each scope allows. Apps can't get the scope `admin`. */
  readonly scopes: Readonly<Record<Exclude<Scope, 'admin'>, string>>;
  /** Describes what an app can also do if it has both scopes, `read` and `write`. */
  readonly receive: string;
  readonly forms: string;
  readonly allForms: string;
  /** Lets the user select the forms that the app gets access to. */
  readonly chosenForms: string;
  /**
   * Shown if the account has more forms than can be listed.
   * @param count number of forms in the list
   */
  readonly newestForms: (count: number) => string;
  readonly leadsTo: string;
  /** Explains what the app can't do and how to revoke its access. */
  readonly note: string;
  readonly allow: string;
  readonly deny: string;
  readonly signIn: string;
  readonly signInAsAnother: string;
  readonly startAgain: string;
  /** Strings of a page that redirects the browser automatically. */
  readonly oneMoment: { readonly heading: string; readonly text: string; readonly link: string };
  readonly obstacles: Readonly<Record<ConsentObstacle, ObstacleTexts>>;
}

/**
 * Defines a catalog, which contains all user-facing strings in one language. A missing key is a compile
 * error.
 */
import type { MessageCatalogue } from '../core/errors/message.ts';
import type { ProblemSlug } from '../core/errors/problem-slugs.ts';
import type { Role } from '../core/role.ts';

interface ProblemTexts {
  readonly title: string;
  /** General description of the problem type. Shown if the problem's message has no translation. */
  readonly meaning: string;
}

interface PageWithButton<Values> {
  readonly heading: string;
  readonly question: (of: Values) => string;
  readonly button: string;
}

export interface Catalogue {
  readonly problems: Readonly<Record<ProblemSlug, ProblemTexts>>;
  readonly messages: MessageCatalogue;
  /** Strings of the pages that browsers show after they submit a form, and of pages that explain problems. */
  readonly pages: {
    readonly apiReference: string;
    readonly thanks: string;
    readonly received: string;
    readonly back: string;
    readonly useBackButton: string;
    /** @param when relative time such as "in 3 minutes" */
    readonly tryAgain: (when: string) => string;
  };
  /** Strings of the home page at `/`. */
  readonly home: {
    readonly heading: string;
    readonly what: string;
    /** Tells visitors who want to fill in a form to go back to the website. */
    readonly visitors: string;
    readonly console: string;
    readonly documentation: string;
  };
  /**
   * Strings of the e-mail that asks a recipient to confirm their address, and of the pages behind its
   * confirmation and unsubscribe links.
   */
  readonly recipients: {
    readonly confirmation: {
      readonly subject: (form: string) => string;
      readonly title: string;
      readonly intro: (account: string, form: string) => string;
      readonly what: (address: string) => string;
      readonly button: string;
      /**
       * Tells recipients how long the confirmation link is valid.
       * @param days duration such as "7 days"
       */
      readonly valid: (days: string) => string;
      readonly ignore: string;
    };
    readonly confirm: PageWithButton<{ address: string; account: string; form: string }>;
    readonly confirmed: {
      readonly heading: string;
      readonly text: (of: { address: string; account: string }) => string;
    };
    readonly unsubscribe: PageWithButton<{ address: string; form: string }>;
    readonly unsubscribed: {
      readonly heading: string;
      readonly text: (of: { address: string; form: string }) => string;
      readonly return: string;
    };
    readonly invalidLink: { readonly heading: string; readonly reason: string; readonly remedy: string };
  };
  /** Strings of the e-mail that invites a user to join an account. */
  readonly invitation: {
    readonly subject: (account: string) => string;
    readonly title: string;
    /** @param by name of the member who sent the invitation; undefined if a key or the operator sent it */
    readonly intro: (account: string, by?: string) => string;
    /** Describes each role's permissions. */
    readonly role: Readonly<Record<Role, string>>;
    readonly how: (address: string) => string;
    readonly button: string;
    /**
     * Tells invited users how long the invitation is valid.
     * @param days duration such as "7 days"
     */
    readonly valid: (days: string) => string;
    readonly ignore: string;
  };
  /** Strings of the e-mail that tells an account's owner how much of the quota is used. */
  readonly quotaNotice: {
    readonly subject: (percent: number, account: string) => string;
    readonly title: (percent: number, account: string) => string;
    /** @param used, limit numbers that have already been formatted */
    readonly used: (used: string, limit: string) => string;
    /** @param date first day of the next month, such as "1 December 2026" */
    readonly willBeRefused: (date: string) => string;
    readonly refused: (date: string) => string;
    readonly remedy: string;
  };
  /** Messages in the responses of `POST /{locale}/api` to accepted submissions. */
  readonly localizedSubmission: {
    readonly received: string;
    readonly accepted: string;
    readonly replayed: string;
  };
}

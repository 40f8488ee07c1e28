/** What a catalogue holds: every text of the service for people, in one language. A missing key does not compile. */
import type { MessageCatalogue } from '../core/message.ts';
import type { ProblemSlug } from '../core/problem-slugs.ts';
import type { Role } from '../core/role.ts';

interface ProblemTexts {
  readonly title: string;
  /** What the problem is in general; in place of a message that has no translation. */
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
  /** The pages for a browser that posted a form, and those that explain problems. */
  readonly pages: {
    /** A link to `/docs`. */
    readonly apiReference: string;
    readonly thanks: string;
    /** @param form the form's name */
    readonly received: (form: string) => string;
    readonly back: string;
    readonly useBackButton: string;
    /** @param when reads like "in 3 minutes" */
    readonly tryAgain: (when: string) => string;
  };
  /** The page at `/`. */
  readonly home: {
    readonly heading: string;
    /** What the service is. */
    readonly what: string;
    /** What somebody does here who wanted to fill in a form. */
    readonly visitors: string;
    readonly console: string;
    readonly documentation: string;
  };
  /** The e-mail that asks a recipient to confirm, and the pages of its link and of the link to unsubscribe. */
  readonly recipients: {
    readonly confirmation: {
      readonly subject: (form: string) => string;
      readonly title: string;
      readonly intro: (account: string, form: string) => string;
      readonly what: (address: string) => string;
      readonly button: string;
      /** @param days reads like "7 days" */
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
  /** The e-mail that invites a person to an account. */
  readonly invitation: {
    readonly subject: (account: string) => string;
    readonly title: string;
    readonly intro: (account: string) => string;
    /** What the person may do. */
    readonly role: Readonly<Record<Role, string>>;
    readonly how: (address: string) => string;
    readonly button: string;
    /** @param days reads like "7 days" */
    readonly valid: (days: string) => string;
    readonly ignore: string;
  };
  /** The e-mail to an account's owner about its quota. */
  readonly quotaNotice: {
    readonly subject: (percent: number, account: string) => string;
    readonly title: (percent: number, account: string) => string;
    /** @param used, limit are formatted numbers */
    readonly used: (used: string, limit: string) => string;
    /** @param date the first day of the next month, like "1 December 2026" */
    readonly willBeRefused: (date: string) => string;
    readonly refused: (date: string) => string;
    readonly remedy: string;
  };
  /** The messages of `POST /{locale}/api` about an accepted submission. */
  readonly localizedSubmission: {
    readonly received: string;
    readonly accepted: string;
    readonly replayed: string;
  };
}

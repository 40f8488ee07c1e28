/** What a catalogue holds: every text of the service for people, in one language. A missing key does not compile. */
import type { ProblemSlug } from '../core/problem-slugs.ts';
import type { Role } from '../core/role.ts';

/** English first: it is the language of readers whose languages the service does not have. */
export const languages = ['en', 'de', 'es', 'it', 'ru'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: string): text is Language => languages.some((each) => each === text);

/** A message without placeholders. */
type NoValues = null;

/** The values of each message about an error, by its key. */
export interface MessageValues {
  readonly 'no-body': NoValues;
  readonly 'not-utf8': NoValues;
  readonly 'not-json': NoValues;
  readonly 'not-an-object': NoValues;
  readonly 'unknown-content-type': NoValues;
  readonly 'json-needed': NoValues;
  readonly 'body-too-long': { readonly limit: number };
  readonly 'no-fields': NoValues;
  readonly 'not-decompressible': { readonly encoding: string };
  readonly 'encoding-not-supported': { readonly encodings: readonly string[] };
  readonly 'more-errors': { readonly count: number };
  readonly 'too-many-fields': { readonly limit: number };
  readonly 'too-much-text': { readonly limit: number };
  readonly 'nested-too-deeply': NoValues;
  readonly 'unknown-charset': NoValues;
  readonly 'too-many-files': { readonly limit: number };
  readonly 'file-too-large': { readonly name: string; readonly megabytes: number };
  readonly 'uploads-not-allowed': NoValues;
  readonly 'form-not-found': { readonly slug: string };
  readonly 'form-not-live': NoValues;
  readonly 'not-a-submission-key': NoValues;
  readonly 'not-a-key-of-the-form': NoValues;
  readonly 'origin-not-allowed': { readonly origin: string };
  readonly 'turnstile-failed': NoValues;
  readonly 'quota-exceeded': { readonly limit: number };
  readonly 'too-many-posts': { readonly limit: number };
  readonly 'too-many-from-address': NoValues;
  readonly 'key-needed': NoValues;
  readonly 'key-not-valid': NoValues;
  readonly 'management-key-needed': NoValues;
  readonly 'access-token-not-valid': NoValues;
  readonly 'scope-needed': { readonly scope: string };
  readonly 'key-scope-needed': { readonly scope: string };
  readonly 'role-scope-needed': { readonly role: string; readonly scope: string };
  readonly 'session-ended': NoValues;
  readonly 'own-origin-needed': { readonly origin: string };
  readonly 'account-suspended': NoValues;
  readonly 'no-such-form': { readonly id: string };
  readonly 'no-such-thing': { readonly id: string };
  readonly 'nothing-at-this-path': NoValues;
  readonly 'method-not-allowed': { readonly method: string; readonly allow: readonly string[] };
  readonly 'not-a-cursor-of-this-list': NoValues;
  readonly 'not-known-here': NoValues;
  readonly 'given-more-than-once': NoValues;
  readonly busy: NoValues;
  readonly 'field-required': NoValues;
  readonly 'field-email': NoValues;
  readonly 'field-url': NoValues;
  readonly 'field-tel': NoValues;
  readonly 'field-number': NoValues;
  readonly 'field-date': NoValues;
  readonly 'field-option': NoValues;
  readonly 'field-too-short': { readonly limit: number };
  readonly 'field-too-long': { readonly limit: number };
  /** Numbers as JavaScript writes them. */
  readonly 'field-min': { readonly bound: string };
  readonly 'field-max': { readonly bound: string };
  readonly 'field-min-date': { readonly bound: string };
  readonly 'field-max-date': { readonly bound: string };
  /** One or two numbers or dates. */
  readonly 'field-step': { readonly values: readonly string[] };
  readonly 'field-pattern': NoValues;
  readonly 'field-file-type': { readonly accept: string };
  readonly 'field-too-many-files': { readonly limit: number };
  readonly 'field-unknown': NoValues;
}
export type MessageKey = keyof MessageValues;

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
  readonly messages: { readonly [Key in MessageKey]: (values: MessageValues[Key]) => string };
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

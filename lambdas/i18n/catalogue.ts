/**
 * Everything that the service says to people, in one language. A key that a catalogue lacks does not compile.
 */
import type { ProblemSlug } from '../core/problem-slugs.ts';

/** English first: it is what a reader gets whose languages we do not have. */
export const languages = ['en', 'de', 'es', 'it', 'ru'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: string): text is Language => languages.some((each) => each === text);

/** A sentence that is always the same. */
type Nothing = null;

/** What each sentence about a failure is told, by its key. */
export interface MessageValues {
  readonly 'no-body': Nothing;
  readonly 'not-utf8': Nothing;
  readonly 'not-json': Nothing;
  readonly 'not-an-object': Nothing;
  readonly 'unknown-content-type': Nothing;
  readonly 'json-needed': Nothing;
  readonly 'half-a-character': Nothing;
  readonly 'too-many-fields': { readonly limit: number };
  readonly 'too-much-text': { readonly limit: number };
  readonly 'nested-too-deeply': Nothing;
  readonly 'unknown-charset': Nothing;
  readonly 'too-many-files': { readonly limit: number };
  readonly 'file-too-large': { readonly name: string; readonly megabytes: number };
  readonly 'uploads-not-allowed': Nothing;
  readonly 'form-not-found': { readonly slug: string };
  readonly 'form-not-live': Nothing;
  readonly 'not-a-submission-key': Nothing;
  readonly 'not-a-key-of-the-form': Nothing;
  readonly 'origin-not-allowed': { readonly origin: string };
  readonly 'turnstile-failed': Nothing;
  readonly 'quota-exceeded': { readonly limit: number };
  readonly 'too-many-posts': { readonly limit: number };
  readonly 'key-needed': Nothing;
  readonly 'key-not-valid': Nothing;
  readonly 'management-key-needed': Nothing;
  readonly 'access-token-not-valid': Nothing;
  readonly 'scope-needed': { readonly scope: string };
  readonly 'no-such-form': { readonly id: string };
  readonly 'no-such-thing': { readonly id: string };
  readonly 'nothing-at-this-path': Nothing;
  readonly 'method-not-allowed': { readonly method: string; readonly allow: readonly string[] };
  readonly 'not-a-cursor-of-this-list': Nothing;
  readonly 'not-known-here': Nothing;
  readonly busy: Nothing;
}
export type MessageKey = keyof MessageValues;

interface ProblemWords {
  readonly title: string;
  /** What the problem is in general; stands in for the details of failures that have no translation. */
  readonly meaning: string;
}

export interface Catalogue {
  readonly problems: Readonly<Record<ProblemSlug, ProblemWords>>;
  readonly details: { readonly [Key in MessageKey]: (values: MessageValues[Key]) => string };
  /** The pages that a browser gets which posted a form, and those that explain problems. */
  readonly pages: {
    /** A link to `/docs`. */
    readonly apiReference: string;
    readonly thanks: string;
    /** `form` is the form's name, ready to stand in the sentence. */
    readonly received: (form: string) => string;
    readonly nothingWasSent: string;
    readonly back: string;
    readonly useBackButton: string;
    /** `when` reads like "in 3 minutes". */
    readonly tryAgain: (when: string) => string;
  };
  /** What `POST /{locale}/api` says of an entry that it took. */
  readonly messages: { readonly received: string; readonly accepted: string; readonly replayed: string };
}

/**
 * Converts an error to a failure message for a website's visitor. Programs get the problem document instead.
 */
import { isProblem, type KnownProblem } from '../core/errors/errors.ts';
import type { Language } from '../core/text/language.ts';
import type { Message } from '../core/errors/message.ts';
import { timeFromNow } from '../core/errors/plural.ts';
import type {
  CauseKey,
  CauseValues,
  FailureKey,
  FailureText,
  FailureValues,
} from '../i18n/visitors/visitor-texts.ts';
import { visitorTexts } from '../i18n/visitors/visitor-catalogues.ts';
import { webAddress } from '../core/text/web-address.ts';

type FailureOf<Key extends FailureKey> = readonly [key: Key, values: FailureValues[Key]];
type Failure = { [Key in FailureKey]: FailureOf<Key> }[FailureKey];

/** A failure, described in the visitor's language. */
export interface VisitorFailure extends FailureText {
  readonly key: FailureKey;
}

/** Request properties that determine the failure message. */
export interface RefusedRequest {
  /**
   * HTTP method of the request. A 404 for a POST means that the form doesn't exist. A 404 for a GET only
   * means that the page doesn't exist.
   */
  readonly method: string;
  /** True if the request has a query string, which contains the fields of a form with `method="get"`. */
  readonly hasQuery?: boolean;
}

/**
 * Returns the failure to show to visitors when their request to a form fails. Errors that visitors can't
 * cause are shown as mistakes in the website.
 */
export function visitorFailure(thrown: unknown, request: RefusedRequest, language: Language): VisitorFailure {
  const failure = isProblem(thrown) ? failureOf(thrown, request, language) : noValues('internal-error');
  return { key: failure[0], ...textOf(failure, language) };
}

function textOf<Key extends FailureKey>([key, values]: FailureOf<Key>, language: Language): FailureText {
  return visitorTexts[language].failures[key](values);
}

type PlainKey = {
  [Key in FailureKey]: FailureValues[Key] extends null ? Key : never;
}[FailureKey];

const noValues = (key: PlainKey): Failure => [key, null];

function failureOf(problem: KnownProblem, { method, hasQuery }: RefusedRequest, language: Language): Failure {
  switch (problem.name) {
    case 'BadBody':
      return noValues(badBody(messageOf(problem)?.key));
    case 'BodyTooLarge':
      return tooLarge(messageOf(problem));
    case 'FileTooLarge':
      return ['file-too-large', { name: isolated(problem.file), megabytes: problem.megabytes }];
    case 'UploadsNotAllowed':
      return noValues('files-not-taken');
    case 'FormNotFound':
      return noValues('form-not-found');
    case 'FormNotLive':
      return noValues('form-not-live');
    case 'OriginNotAllowed': {
      const host = webAddress(problem.origin)?.host;
      return ['website-not-allowed', { website: host === undefined ? undefined : isolated(host) }];
    }
    case 'TurnstileFailed':
      return noValues('challenge-failed');
    case 'ChallengeFailed':
      return noValues('script-needed');
    case 'QuotaExceeded':
      return noValues('form-closed');
    case 'RateLimited':
      return ['too-many-posts', { when: timeFromNow(problem.retryAfterSeconds, language) }];
    case 'ValidationFailed':
      if (problem.errors.some(({ code }) => code !== undefined)) return noValues('fields-invalid');
      return noValues(
        problem.errors.every(({ path }) => path === '_uploads') ? 'file-missing' : 'form-misconfigured',
      );
    case 'MethodNotAllowed':
      return noValues(hasQuery === true ? 'form-misconfigured' : 'opened-by-address');
    case 'NotFound':
      return noValues(method === 'POST' ? 'form-not-found' : 'nothing-here');
    case 'Unavailable':
      return noValues('service-busy');
    default:
      return noValues('form-misconfigured');
  }
}

function messageOf({ text }: KnownProblem): Message | undefined {
  return typeof text === 'string' ? undefined : text;
}

/** Message keys for empty submissions and for requests that always fail because of the page's markup. */
const EMPTY: readonly (string | undefined)[] = ['no-body', 'no-fields'];
const MISCONFIGURED: readonly (string | undefined)[] = [
  'unknown-content-type',
  'unknown-charset',
  'json-as-form',
];

function badBody(key: string | undefined): PlainKey {
  if (EMPTY.includes(key)) return 'empty-post';
  return MISCONFIGURED.includes(key) ? 'form-misconfigured' : 'unreadable-post';
}

type Cause = { [Key in CauseKey]: readonly [key: Key, values: CauseValues[Key]] }[CauseKey];

/** A mistake in the website that caused a failure. */
export interface OwnerHint {
  readonly text: string;
  /** Name of the guide that explains how to fix the mistake. */
  readonly guide: 'plain-form' | 'files' | 'fetch';
}

const GUIDES: Readonly<Record<CauseKey, OwnerHint['guide']>> = {
  'method-get': 'plain-form',
  'unknown-form': 'plain-form',
  'forms-elsewhere': 'plain-form',
  'file-names': 'files',
  'json-as-form': 'fetch',
};

/**
 * Returns the mistake that the website's owner should fix, or undefined if the website isn't known to be the
 * cause.
 */
export function ownerHint(
  thrown: unknown,
  request: RefusedRequest,
  language: Language,
): OwnerHint | undefined {
  const cause = isProblem(thrown) ? causeOf(thrown, request) : undefined;
  return cause && { text: causeText(cause, language), guide: GUIDES[cause[0]] };
}

function causeText<Key extends CauseKey>(
  [key, values]: readonly [Key, CauseValues[Key]],
  language: Language,
): string {
  return visitorTexts[language].owner.causes[key](values);
}

function causeOf(problem: KnownProblem, { hasQuery }: RefusedRequest): Cause | undefined {
  const about = messageOf(problem);
  switch (problem.name) {
    case 'MethodNotAllowed':
      return hasQuery === true ? ['method-get', null] : undefined;
    case 'FormNotFound':
      return about?.values && 'slug' in about.values
        ? ['unknown-form', { slug: isolated(about.values.slug) }]
        : undefined;
    case 'NotFound':
      return about?.key === 'forms-are-at' && about.values && 'url' in about.values
        ? ['forms-elsewhere', { url: about.values.url }]
        : undefined;
    case 'ValidationFailed':
      return problem.errors.some(({ code }) => code === 'not_a_file') ? ['file-names', null] : undefined;
    case 'BadBody':
      return about?.key === 'json-as-form' ? ['json-as-form', null] : undefined;
    default:
      return undefined;
  }
}

const MEGABYTE = 1_048_576;

function tooLarge(message: Message | undefined): Failure {
  const limit = message?.values && 'limit' in message.values ? message.values.limit : 0;
  switch (message?.key) {
    case 'too-many-fields':
      return ['too-many-fields', { limit }];
    case 'too-many-files':
      return ['too-many-files', { limit }];
    case 'too-much-text':
      return ['too-much-text', { kilobytes: Math.floor(limit / 1024) }];
    case 'body-too-long':
      return ['post-too-large', { megabytes: Math.floor(limit / MEGABYTE) }];
    default:
      return noValues('form-misconfigured');
  }
}

/** Keeps a name's text direction from affecting the sentence around it (Unicode's first strong isolate). */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

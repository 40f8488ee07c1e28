/**
 * Every way in which a request can fail, in one file under one base.
 *
 * A failure carries what the caller may know (`detail`, `extra`); the mapper in `http/problem-document.ts`
 * gives it a status and a title. Anything thrown that is not a `Failure` is a plain 500.
 */
import type { ProblemSlug } from './problem-slugs.ts';
import { message, translate, type Message } from '../i18n/message.ts';
import { en } from '../i18n/en.ts';

/** What is said of a failure: English text, or a detail that is said in the reader's language. */
export type MessageText = string | Message;

/** The words in English; what programs get on `/v1`. */
export const englishOf = (words: MessageText): string =>
  typeof words === 'string' ? words : translate(words, en);

export abstract class ProblemError extends Error {
  /** Trailing part of the problem `type`; stable (specification, "Problem document"). */
  abstract readonly slug: ProblemSlug;
  readonly text: MessageText;
  /** Members of the problem document beyond type, title, status and detail. */
  readonly extra: Readonly<Record<string, unknown>> = {};
  /** Whole seconds for `Retry-After`, when waiting helps. */
  readonly retryAfterSeconds: number | undefined = undefined;

  constructor(words: MessageText, options?: ErrorOptions) {
    super(englishOf(words), options);
    this.text = words;
  }
}

export class BadBody extends ProblemError {
  override readonly name = 'BadBody' as const;
  readonly slug = 'bad-body' as const;
}

export class Unauthorized extends ProblemError {
  override readonly name = 'Unauthorized' as const;
  readonly slug = 'unauthorized' as const;
}

/** An access token that is unknown, expired or revoked (RFC 6750, section 3.1). */
export class InvalidToken extends ProblemError {
  override readonly name = 'InvalidToken' as const;
  readonly slug = 'unauthorized' as const;
}

/** An access token that may do less than the request needs (RFC 6750, section 3.1). */
export class InsufficientScope extends ProblemError {
  override readonly name = 'InsufficientScope' as const;
  readonly slug = 'forbidden' as const;
  readonly scope: string;
  constructor(scope: string) {
    super(message('scope-needed', { scope }));
    this.scope = scope;
  }
}

export class Forbidden extends ProblemError {
  override readonly name = 'Forbidden' as const;
  readonly slug = 'forbidden' as const;
}

export class NotFound extends ProblemError {
  override readonly name = 'NotFound' as const;
  readonly slug = 'not-found' as const;
}

export class MethodNotAllowed extends ProblemError {
  override readonly name = 'MethodNotAllowed' as const;
  readonly slug = 'method-not-allowed' as const;
  /** Methods that the path does answer, for the `Allow` header. */
  readonly allow: readonly string[];
  constructor(method: string, allow: readonly string[]) {
    super(message('method-not-allowed', { method, allow }));
    this.allow = allow;
  }
}

export class Conflict extends ProblemError {
  override readonly name = 'Conflict' as const;
  readonly slug = 'conflict' as const;
}

export class BodyTooLarge extends ProblemError {
  override readonly name = 'BodyTooLarge' as const;
  readonly slug = 'body-too-large' as const;
}

export class FileTooLarge extends ProblemError {
  override readonly name = 'FileTooLarge' as const;
  readonly slug = 'file-too-large' as const;
  override readonly extra: { max_file_bytes: number };
  constructor(file: string, maxFileBytes: number) {
    const megabytes = Math.floor((maxFileBytes / MEGABYTE) * 10) / 10;
    super(message('file-too-large', { name: file, megabytes }));
    this.extra = { max_file_bytes: maxFileBytes };
  }
}
const MEGABYTE = 1_048_576;

export class UploadsNotAllowed extends ProblemError {
  override readonly name = 'UploadsNotAllowed' as const;
  readonly slug = 'uploads-not-allowed' as const;
  constructor() {
    super(message('uploads-not-allowed'));
  }
}

export interface ValidationIssue {
  /** Dotted path into the body, query or path; empty for the whole. */
  readonly path: string;
  readonly message: MessageText;
}

export class ValidationFailed extends ProblemError {
  override readonly name = 'ValidationFailed' as const;
  readonly slug = 'validation-failed' as const;
  readonly errors: readonly ValidationIssue[];
  constructor(errors: readonly ValidationIssue[]) {
    super(summarize(errors, englishOf));
    this.errors = errors;
  }
}

/** The issues as one sentence, in the language that `say` speaks. */
export function summarize(errors: readonly ValidationIssue[], say: (words: MessageText) => string): string {
  return errors.map(({ path, message }) => (path ? `${path}: ${say(message)}` : say(message))).join('; ');
}

export class FormNotFound extends ProblemError {
  override readonly name = 'FormNotFound' as const;
  readonly slug = 'form-not-found' as const;
  /** @param form the slug or id that was asked for */
  constructor(form: string) {
    super(message('form-not-found', { slug: form }));
  }
}

export class FormNotLive extends ProblemError {
  override readonly name = 'FormNotLive' as const;
  readonly slug = 'form-not-live' as const;
  constructor() {
    super(message('form-not-live'));
  }
}

export class InvalidKey extends ProblemError {
  override readonly name = 'InvalidKey' as const;
  readonly slug = 'invalid-key' as const;
}

export class OriginNotAllowed extends ProblemError {
  override readonly name = 'OriginNotAllowed' as const;
  readonly slug = 'origin-not-allowed' as const;
  constructor(origin: string) {
    super(message('origin-not-allowed', { origin }));
  }
}

export class TurnstileFailed extends ProblemError {
  override readonly name = 'TurnstileFailed' as const;
  readonly slug = 'turnstile-failed' as const;
  /** Why, for the form's owner and the log; whoever posted learns only that it failed. */
  readonly reason: string;
  constructor(reason: string) {
    super(message('turnstile-failed'));
    this.reason = reason;
  }
}

export class QuotaExceeded extends ProblemError {
  override readonly name = 'QuotaExceeded' as const;
  readonly slug = 'quota-exceeded' as const;
  override readonly extra: { limit: number };
  constructor(limit: number) {
    super(message('quota-exceeded', { limit }));
    this.extra = { limit };
  }
}

export class RateLimited extends ProblemError {
  override readonly name = 'RateLimited' as const;
  readonly slug = 'rate-limited' as const;
  override readonly retryAfterSeconds: number;
  constructor(words: MessageText, retryAfterSeconds: number) {
    super(words);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What may be wrong with a request to the OAuth endpoints (RFC 6749, section 5.2). */
export const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_scope',
] as const;
export type OauthError = (typeof oauthErrors)[number];

/** A refusal by one of OAuth's endpoints, whose answers have a shape of their own. */
export class OauthRefusal extends ProblemError {
  override readonly name = 'OauthRefusal' as const;
  /** The problem type that it comes closest to; its answer names `error` instead. */
  readonly slug: 'unauthorized' | 'bad-body';
  readonly error: OauthError;
  /** @param description printable ASCII without quotes or backslashes, as the RFC wants it */
  constructor(error: OauthError, description: string) {
    super(description);
    this.error = error;
    this.slug = error === 'invalid_client' ? 'unauthorized' : 'bad-body';
  }
}

/** A store or an outside service that we need did not answer; trying again later is right. */
export class Unavailable extends ProblemError {
  override readonly name = 'Unavailable' as const;
  readonly slug = 'unavailable' as const;
  override readonly retryAfterSeconds = 5;
  constructor(words: MessageText = message('busy'), options?: ErrorOptions) {
    super(words, options);
  }
}

/**
 * Defines all errors that are reported to callers. Each error contains the details that callers may see
 * (`text`, `extra`), and `http/problem-document.ts` adds a status and a title. All other errors result in a
 * plain 500.
 */
import { isProblemSlug, type ProblemSlug } from './problem-slugs.ts';
import { message, translate, type Message } from './message.ts';
import { englishMessages } from './english-messages.ts';

/** A human-readable description of an error: a translatable message or English text. */
export type MessageText = string | Message;

/** Returns the English text, which API clients receive on `/v1`. */
export const inEnglish = (text: MessageText): string =>
  typeof text === 'string' ? text : translate(text, englishMessages);

export abstract class ProblemError extends Error {
  /** The problem's `code`. Never changes (docs/specification.md, "Problem documents"). */
  abstract readonly slug: ProblemSlug;
  readonly text: MessageText;
  /** Properties of the problem document in addition to type, code, title, status and detail. */
  readonly extra: Readonly<Record<string, unknown>> = {};
  /** Value of `Retry-After` in whole seconds. Set if a later retry might succeed. */
  readonly retryAfterSeconds: number | undefined = undefined;

  constructor(text: MessageText, options?: ErrorOptions) {
    super(inEnglish(text), options);
    this.text = text;
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

/** Thrown for unknown, expired and revoked access tokens (RFC 6750, section 3.1). */
export class InvalidToken extends ProblemError {
  override readonly name = 'InvalidToken' as const;
  readonly slug = 'unauthorized' as const;
}

/** Thrown for access tokens without the required scope (RFC 6750, section 3.1). */
export class InsufficientScope extends ProblemError {
  override readonly name = 'InsufficientScope' as const;
  readonly slug = 'forbidden' as const;
  readonly scope: string;
  constructor(scope: string, text: MessageText = message('scope-needed', { scope })) {
    super(text);
    this.scope = scope;
  }
}

export class Forbidden extends ProblemError {
  override readonly name = 'Forbidden' as const;
  readonly slug = 'forbidden' as const;
}

/** Thrown when the operator has suspended the caller's account. */
export class AccountSuspended extends ProblemError {
  override readonly name = 'AccountSuspended' as const;
  readonly slug = 'account-suspended' as const;
  constructor() {
    super(message('account-suspended'));
  }
}

export class NotFound extends ProblemError {
  override readonly name = 'NotFound' as const;
  readonly slug = 'not-found' as const;
}

export class MethodNotAllowed extends ProblemError {
  override readonly name = 'MethodNotAllowed' as const;
  readonly slug = 'method-not-allowed' as const;
  /** Methods that the path supports. Sent in the `Allow` header. */
  readonly allow: readonly string[];
  constructor(method: string, allow: readonly string[]) {
    super(message('method-not-allowed', { method, allow }));
    this.allow = allow;
  }
}

export class Conflict extends ProblemError {
  override readonly name = 'Conflict' as const;
  readonly slug = 'conflict' as const;
  /** Id of the existing webhook with the same URL, or of the recovery or bulk job that is already running. */
  override readonly extra: {
    readonly webhook_id?: string;
    readonly recovery_id?: string;
    readonly bulk_job_id?: string;
  } = {};
}

/** Thrown when the resource changed after the caller read it (RFC 9110, section 13.1.1). */
export class PreconditionFailed extends ProblemError {
  override readonly name = 'PreconditionFailed' as const;
  readonly slug = 'precondition-failed' as const;
  constructor() {
    super(
      'The resource has changed since the response with the tag in If-Match, so your change was not made. Read the resource again and retry.',
    );
  }
}

export class BodyTooLarge extends ProblemError {
  override readonly name = 'BodyTooLarge' as const;
  readonly slug = 'body-too-large' as const;
}

/** Thrown for a body with an unsupported `Content-Encoding` (RFC 7694). */
export class UnsupportedEncoding extends ProblemError {
  override readonly name = 'UnsupportedEncoding' as const;
  readonly slug = 'unsupported-encoding' as const;
  /** Supported encodings. Sent in the `Accept-Encoding` header. */
  readonly supported: readonly string[];
  constructor(supported: readonly string[]) {
    super(message('encoding-not-supported', { encodings: supported }));
    this.supported = supported;
  }
}

export class FileTooLarge extends ProblemError {
  override readonly name = 'FileTooLarge' as const;
  readonly slug = 'file-too-large' as const;
  override readonly extra: { max_file_bytes: number };
  readonly file: string;
  /** Maximum file size in megabytes, with one decimal place. */
  readonly megabytes: number;
  constructor(file: string, maxFileBytes: number) {
    const megabytes = Math.floor((maxFileBytes / MEGABYTE) * 10) / 10;
    super(message('file-too-large', { name: file, megabytes }));
    this.file = file;
    this.megabytes = megabytes;
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
  /**
   * Dotted path of the value in the body, query or URL path. Empty if the error applies to the whole body.
   */
  readonly path: string;
  readonly message: MessageText;
  /** The constraint that a declared form field violates. */
  readonly code?: string;
}

export class ValidationFailed extends ProblemError {
  override readonly name = 'ValidationFailed' as const;
  readonly slug = 'validation-failed' as const;
  /** The first `MAX_ISSUES` issues. */
  readonly errors: readonly ValidationIssue[];
  /** Number of issues that aren't listed in `errors`. */
  readonly omitted: number;
  constructor(issues: readonly ValidationIssue[], { most = MAX_ISSUES } = {}) {
    const errors = issues.slice(0, most).map((issue) => ({ ...issue, path: shortened(issue.path) }));
    const omitted = issues.length - errors.length;
    super(summarize({ errors, omitted }, inEnglish));
    this.errors = errors;
    this.omitted = omitted;
  }
}

/**
 * Maximum number of issues in a response. A body of a few hundred kilobytes can have a hundred thousand
 * invalid properties.
 */
const MAX_ISSUES = 20;
const MAX_PATH_LENGTH = 200;

const shortened = (path: string): string =>
  path.length <= MAX_PATH_LENGTH ? path : `${path.slice(0, MAX_PATH_LENGTH).toWellFormed()}…`;

/** Summarizes the issues in one sentence. */
export function summarize(
  { errors, omitted }: Pick<ValidationFailed, 'errors' | 'omitted'>,
  textOf: (message: MessageText) => string,
): string {
  const all = errors.map(({ path, message }) => (path ? `${path}: ${textOf(message)}` : textOf(message)));
  if (omitted > 0) all.push(textOf(message('more-errors', { count: omitted })));
  return all.join('; ');
}

export class FormNotFound extends ProblemError {
  override readonly name = 'FormNotFound' as const;
  readonly slug = 'form-not-found' as const;
  /** @param form the requested slug or id */
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

/** Thrown when a form doesn't allow replies, or the stage can't send e-mails. */
export class RepliesDisabled extends ProblemError {
  override readonly name = 'RepliesDisabled' as const;
  readonly slug = 'replies-disabled' as const;
}

export class InvalidKey extends ProblemError {
  override readonly name = 'InvalidKey' as const;
  readonly slug = 'invalid-key' as const;
}

export class OriginNotAllowed extends ProblemError {
  override readonly name = 'OriginNotAllowed' as const;
  readonly slug = 'origin-not-allowed' as const;
  /** The `Origin` header of the request. */
  readonly origin: string;
  constructor(origin: string) {
    super(message('origin-not-allowed', { origin }));
    this.origin = origin;
  }
}

/** A webhook delivery that was sent to a form. */
export class WebhookLoop extends ProblemError {
  override readonly name = 'WebhookLoop' as const;
  readonly slug = 'webhook-loop' as const;
  constructor() {
    super(message('webhook-loop'));
  }
}

export class TurnstileFailed extends ProblemError {
  override readonly name = 'TurnstileFailed' as const;
  readonly slug = 'turnstile-failed' as const;
  /** The reason, which is only logged. Submitters only learn that the check failed. */
  readonly reason: string;
  constructor(reason: string) {
    super(message('turnstile-failed'));
    this.reason = reason;
  }
}

/** A missing or invalid solution to the form's own challenge (`proof-of-work`). */
export class ChallengeFailed extends ProblemError {
  override readonly name = 'ChallengeFailed' as const;
  readonly slug = 'challenge-failed' as const;
  /** The reason, which is only logged. */
  readonly reason: string;
  constructor(reason: string) {
    super(message('challenge-failed'));
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
  constructor(text: MessageText, retryAfterSeconds: number) {
    super(text);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Error codes of the OAuth endpoints (RFC 6749, section 5.2; RFC 8707). */
export const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  // RFC 8707, section 2
  'invalid_target',
] as const;
export type OauthError = (typeof oauthErrors)[number];

/** An error from the OAuth endpoints, which don't respond with problem documents. */
export class OauthRefusal extends ProblemError {
  override readonly name = 'OauthRefusal' as const;
  /** The most similar problem type, for the log. The response contains `error` instead. */
  readonly slug: 'unauthorized' | 'bad-body' | 'body-too-large' | 'unsupported-encoding';
  readonly error: OauthError;
  /**
   * @param description printable ASCII without quotes or backslashes, as required by the RFC
   * @param slug problem type, if the body is rejected before its parameters are parsed
   */
  constructor(
    error: OauthError,
    description: string,
    slug: 'bad-body' | 'body-too-large' | 'unsupported-encoding' = 'bad-body',
  ) {
    super(description);
    this.error = error;
    this.slug = error === 'invalid_client' ? 'unauthorized' : slug;
  }
}

/** Thrown when a table or another service doesn't respond. The caller should retry later. */
export class Unavailable extends ProblemError {
  override readonly name = 'Unavailable' as const;
  readonly slug = 'unavailable' as const;
  override readonly retryAfterSeconds = 5;
  constructor(text: MessageText = message('busy'), options?: ErrorOptions) {
    super(text, options);
  }
}

/** Any error defined in this file. `name` identifies the error. */
export type KnownProblem =
  | AccountSuspended
  | BadBody
  | BodyTooLarge
  | ChallengeFailed
  | Conflict
  | FileTooLarge
  | Forbidden
  | FormNotFound
  | FormNotLive
  | InsufficientScope
  | InvalidKey
  | InvalidToken
  | MethodNotAllowed
  | NotFound
  | OauthRefusal
  | OriginNotAllowed
  | PreconditionFailed
  | QuotaExceeded
  | RateLimited
  | RepliesDisabled
  | TurnstileFailed
  | Unauthorized
  | Unavailable
  | UnsupportedEncoding
  | UploadsNotAllowed
  | ValidationFailed
  | WebhookLoop;

/**
 * Returns true if the value is an error defined in this file. Checks `name` instead of using `instanceof`,
 * because code that is loaded on demand is in a separate bundle with its own copies of these classes.
 */
export function isProblem(thrown: unknown): thrown is KnownProblem {
  return (
    thrown instanceof Error &&
    'slug' in thrown &&
    typeof thrown.slug === 'string' &&
    isProblemSlug(thrown.slug)
  );
}

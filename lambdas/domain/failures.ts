/**
 * Every way in which a request can fail, in one file under one base.
 *
 * A failure carries what the caller may know (`detail`, `extra`); the mapper in `http/problem-document.ts`
 * gives it a status and a title. Anything thrown that is not a `Failure` is a plain 500.
 */
export abstract class Failure extends Error {
  /** Trailing part of the problem `type`; stable (specification, "Problem document"). */
  abstract readonly slug: string;
  /** Members of the problem document beyond type, title, status and detail. */
  readonly extra: Readonly<Record<string, unknown>> = {};
  /** Whole seconds for `Retry-After`, when waiting helps. */
  readonly retryAfterSeconds: number | undefined = undefined;
}

export class BadBody extends Failure {
  override readonly name = 'BadBody' as const;
  readonly slug = 'bad-body' as const;
}

export class Unauthorized extends Failure {
  override readonly name = 'Unauthorized' as const;
  readonly slug = 'unauthorized' as const;
}

/** An access token that is unknown, expired or revoked (RFC 6750, section 3.1). */
export class InvalidToken extends Failure {
  override readonly name = 'InvalidToken' as const;
  readonly slug = 'unauthorized' as const;
}

/** An access token that may do less than the request needs (RFC 6750, section 3.1). */
export class InsufficientScope extends Failure {
  override readonly name = 'InsufficientScope' as const;
  readonly slug = 'forbidden' as const;
  readonly scope: string;
  constructor(scope: string) {
    super(`The access token needs the scope "${scope}".`);
    this.scope = scope;
  }
}

export class Forbidden extends Failure {
  override readonly name = 'Forbidden' as const;
  readonly slug = 'forbidden' as const;
}

export class NotFound extends Failure {
  override readonly name = 'NotFound' as const;
  readonly slug = 'not-found' as const;
}

export class MethodNotAllowed extends Failure {
  override readonly name = 'MethodNotAllowed' as const;
  readonly slug = 'method-not-allowed' as const;
  /** Methods that the path does answer, for the `Allow` header. */
  readonly allow: readonly string[];
  constructor(method: string, allow: readonly string[]) {
    super(`${method} is not available here; use ${allow.join(' or ')}.`);
    this.allow = allow;
  }
}

export class Conflict extends Failure {
  override readonly name = 'Conflict' as const;
  readonly slug = 'conflict' as const;
}

export class BodyTooLarge extends Failure {
  override readonly name = 'BodyTooLarge' as const;
  readonly slug = 'body-too-large' as const;
}

export interface ValidationIssue {
  /** Dotted path into the body, query or path; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

export class ValidationFailed extends Failure {
  override readonly name = 'ValidationFailed' as const;
  readonly slug = 'validation-failed' as const;
  override readonly extra: { errors: readonly ValidationIssue[] };
  constructor(errors: readonly ValidationIssue[]) {
    super(errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '));
    this.extra = { errors };
  }
}

export class FormNotFound extends Failure {
  override readonly name = 'FormNotFound' as const;
  readonly slug = 'form-not-found' as const;
}

export class FormNotLive extends Failure {
  override readonly name = 'FormNotLive' as const;
  readonly slug = 'form-not-live' as const;
}

export class InvalidKey extends Failure {
  override readonly name = 'InvalidKey' as const;
  readonly slug = 'invalid-key' as const;
}

export class QuotaExceeded extends Failure {
  override readonly name = 'QuotaExceeded' as const;
  readonly slug = 'quota-exceeded' as const;
  override readonly extra: { limit: number };
  constructor(limit: number) {
    super(`This form's account has used all ${limit} submissions of this month.`);
    this.extra = { limit };
  }
}

export class RateLimited extends Failure {
  override readonly name = 'RateLimited' as const;
  readonly slug = 'rate-limited' as const;
  override readonly retryAfterSeconds: number;
  constructor(detail: string, retryAfterSeconds: number) {
    super(detail);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Error codes of OAuth 2.0 (RFC 6749, section 5.2). */
export type OauthError =
  'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type' | 'invalid_scope';

/** A refusal by one of OAuth's endpoints, whose answers have a shape of their own. */
export class OauthRefusal extends Failure {
  override readonly name = 'OauthRefusal' as const;
  readonly slug: OauthError;
  /** @param description printable ASCII without quotes or backslashes, as the RFC wants it */
  constructor(slug: OauthError, description: string) {
    super(description);
    this.slug = slug;
  }
}

/** A store or an outside service that we need did not answer; trying again later is right. */
export class Unavailable extends Failure {
  override readonly name = 'Unavailable' as const;
  readonly slug = 'unavailable' as const;
  override readonly retryAfterSeconds = 5;
  constructor(detail = 'The service is busy. Nothing was stored; please try again.', options?: ErrorOptions) {
    super(detail, options);
  }
}

/** Problem documents (RFC 7807): what each failure answers. */
import {
  Failure,
  InsufficientScope,
  InvalidToken,
  MethodNotAllowed,
  OauthRefusal,
} from '../domain/failures.ts';

interface ProblemType {
  readonly status: number;
  readonly title: string;
}

/** Status and title of every problem type, by the trailing slug of its `type`. */
export const problemTypes = {
  'bad-body': { status: 400, title: 'Body not readable' },
  'validation-failed': { status: 422, title: 'Values not valid' },
  unauthorized: { status: 401, title: 'Key needed' },
  forbidden: { status: 403, title: 'Not allowed with this key' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  'body-too-large': { status: 413, title: 'Body too large' },
  'form-not-found': { status: 404, title: 'Form not found' },
  'form-not-live': { status: 403, title: 'Form not live' },
  'invalid-key': { status: 403, title: 'Key not valid' },
  'quota-exceeded': { status: 402, title: 'Monthly quota exceeded' },
  'rate-limited': { status: 429, title: 'Too many submissions' },
  'internal-error': { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Service unavailable' },
} as const satisfies Record<string, ProblemType>;
export type ProblemSlug = keyof typeof problemTypes;

/** An HTTP answer as handlers give it. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Of every answer of OAuth's endpoints (RFC 6749, section 5.1). */
export const NOT_TO_BE_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' };

/**
 * The answer for anything that was thrown. Only a `Failure` says something of itself; everything else is a
 * plain 500 that tells nothing of the inside.
 */
export function problemAnswer(thrown: unknown, baseUrl: string): Answer & { status: number } {
  if (thrown instanceof OauthRefusal) return oauthAnswer(thrown);
  const failure = thrown instanceof Failure && isProblemSlug(thrown.slug) ? thrown : undefined;
  const slug: ProblemSlug = failure ? (failure.slug as ProblemSlug) : 'internal-error';
  const { status, title } = problemTypes[slug];
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...(failure ? headersOf(failure) : {}) },
    body: {
      type: `${baseUrl}/problems/${slug}`,
      title,
      status,
      detail: failure?.message ?? 'Something went wrong on our side. It has been noted.',
      ...failure?.extra,
    },
  };
}

/** RFC 6749, section 5.2. A 401 without a challenge would not be HTTP (RFC 9110, section 11.6.1). */
function oauthAnswer({ slug, message }: OauthRefusal): Answer & { status: number } {
  return {
    status: slug === 'invalid_client' ? 401 : 400,
    headers: {
      ...NOT_TO_BE_STORED,
      ...(slug === 'invalid_client' && { 'www-authenticate': 'Basic realm="svc", charset="UTF-8"' }),
    },
    body: { error: slug, error_description: message },
  };
}

function headersOf(failure: Failure): Record<string, string> {
  const challenge = challengeOf(failure);
  return {
    ...(failure instanceof MethodNotAllowed && { allow: failure.allow.join(', ') }),
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    ...(failure.retryAfterSeconds !== undefined && { 'retry-after': String(failure.retryAfterSeconds) }),
  };
}

/** RFC 6750, section 3: what is wrong is told of access tokens only, which OAuth clients know how to renew. */
function challengeOf(failure: Failure): string | undefined {
  if (failure instanceof InvalidToken) return 'Bearer error="invalid_token"';
  if (failure instanceof InsufficientScope)
    return `Bearer error="insufficient_scope", scope="${failure.scope}"`;
  return failure.slug === 'unauthorized' ? 'Bearer' : undefined;
}

function isProblemSlug(slug: string): slug is ProblemSlug {
  return Object.hasOwn(problemTypes, slug);
}

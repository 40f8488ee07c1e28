/** Problem documents (RFC 7807): what each failure answers. */
import { Failure, MethodNotAllowed } from '../domain/failures.ts';

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
  /** Sent as they are, in place of a body. */
  readonly bytes?: Buffer;
}

/**
 * The answer for anything that was thrown. Only a `Failure` says something of itself; everything else is a
 * plain 500 that tells nothing of the inside.
 */
export function problemAnswer(thrown: unknown, baseUrl: string): Answer & { status: number } {
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

function headersOf(failure: Failure): Record<string, string> {
  return {
    ...(failure instanceof MethodNotAllowed && { allow: failure.allow.join(', ') }),
    ...(failure.slug === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
    ...(failure.retryAfterSeconds !== undefined && { 'retry-after': String(failure.retryAfterSeconds) }),
  };
}

function isProblemSlug(slug: string): slug is ProblemSlug {
  return Object.hasOwn(problemTypes, slug);
}

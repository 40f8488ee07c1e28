/** Problem documents (RFC 7807): what each failure answers. */
import {
  ProblemError,
  InsufficientScope,
  InvalidToken,
  MethodNotAllowed,
  OauthRefusal,
  summarize,
  ValidationFailed,
  type MessageText,
} from '../core/errors.ts';
import type { ProblemSlug } from '../core/problem-slugs.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { translate } from '../i18n/message.ts';
import { en } from '../i18n/en.ts';

/** Status of every problem type, by the trailing slug of its `type`. Titles are in the catalogues. */
export const problemStatuses: Readonly<Record<ProblemSlug, number>> = {
  'bad-body': 400,
  'validation-failed': 422,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'body-too-large': 413,
  'form-not-found': 404,
  'form-not-live': 403,
  'invalid-key': 403,
  'origin-not-allowed': 403,
  'turnstile-failed': 403,
  'file-too-large': 413,
  'uploads-not-allowed': 413,
  'quota-exceeded': 402,
  'rate-limited': 429,
  'internal-error': 500,
  unavailable: 503,
};

/** An HTTP answer as handlers give it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A page, sent in place of a body. */
  readonly html?: string;
  /** Sent as they are, in place of a body. */
  readonly bytes?: Buffer;
}

/** What a failure says of itself, in one language. */
export interface Problem {
  readonly slug: ProblemSlug;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Of every answer of OAuth's endpoints (RFC 6749, section 5.1). */
export const NO_STORE_HEADERS = { 'cache-control': 'no-store', pragma: 'no-cache' };

/**
 * The problem that anything thrown stands for. Only a `Failure` says something of itself; everything else is
 * a plain 500 that tells nothing of the inside.
 */
export function problemOf(thrown: unknown, words: Catalogue): Problem {
  const failure = thrown instanceof ProblemError ? thrown : undefined;
  const slug = failure?.slug ?? 'internal-error';
  const { title, meaning } = words.problems[slug];
  return {
    slug,
    status: problemStatuses[slug],
    title,
    detail: failure ? detailOf(failure, words) : meaning,
    headers: failure ? headersOf(failure) : {},
    extra: failure ? extraOf(failure, words) : {},
  };
}

/** The answer for anything that was thrown, as a problem document; English unless `words` are of another language. */
export function problemResponse(thrown: unknown, baseUrl: string, words: Catalogue = en): HttpResponse {
  if (thrown instanceof OauthRefusal) return oauthAnswer(thrown);
  const { slug, status, title, detail, headers, extra } = problemOf(thrown, words);
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { type: `${baseUrl}/problems/${slug}`, title, status, detail, ...extra },
  };
}

function detailOf(failure: ProblemError, words: Catalogue): string {
  if (failure instanceof ValidationFailed) return summarize(failure.errors, (each) => said(each, words));
  // English text that was never translated is no answer in another language.
  if (typeof failure.text === 'string' && words !== en) return words.problems[failure.slug].meaning;
  return said(failure.text, words);
}

function extraOf(failure: ProblemError, words: Catalogue): Problem['extra'] {
  if (!(failure instanceof ValidationFailed)) return failure.extra;
  return { errors: failure.errors.map(({ path, message }) => ({ path, message: said(message, words) })) };
}

function said(text: MessageText, words: Catalogue): string {
  return typeof text === 'string' ? text : translate(text, words);
}

/** RFC 6749, section 5.2. A 401 without a challenge would not be HTTP (RFC 9110, section 11.6.1). */
function oauthAnswer({ error, message }: OauthRefusal): HttpResponse {
  return {
    status: error === 'invalid_client' ? 401 : 400,
    headers: {
      ...NO_STORE_HEADERS,
      ...(error === 'invalid_client' && { 'www-authenticate': 'Basic realm="svc", charset="UTF-8"' }),
    },
    body: { error, error_description: message },
  };
}

function headersOf(failure: ProblemError): Record<string, string> {
  const challenge = challengeOf(failure);
  return {
    ...(failure instanceof MethodNotAllowed && { allow: failure.allow.join(', ') }),
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    ...(failure.retryAfterSeconds !== undefined && { 'retry-after': String(failure.retryAfterSeconds) }),
  };
}

/** RFC 6750, section 3: what is wrong is told of access tokens only, which OAuth clients know how to renew. */
function challengeOf(failure: ProblemError): string | undefined {
  if (failure instanceof InvalidToken) return 'Bearer error="invalid_token"';
  if (failure instanceof InsufficientScope)
    return `Bearer error="insufficient_scope", scope="${failure.scope}"`;
  return failure.slug === 'unauthorized' ? 'Bearer' : undefined;
}

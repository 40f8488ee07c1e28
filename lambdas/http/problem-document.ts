/** Builds problem documents (RFC 7807), which are the response bodies of errors. */
import {
  isProblem,
  summarize,
  type KnownProblem,
  type MessageText,
  type OauthRefusal,
} from '../core/errors/errors.ts';
import type { ProblemSlug } from '../core/errors/problem-slugs.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { translate } from '../core/errors/message.ts';
import { en } from '../i18n/en.ts';
import { CONTENT_ENCODINGS } from './body/content-encoding.ts';
import type { HttpResponse } from './http-response.ts';

/** Maps each problem type to its HTTP status. The titles are in the catalogs. */
export const problemStatuses: Readonly<Record<ProblemSlug, number>> = {
  'bad-body': 400,
  'validation-failed': 422,
  unauthorized: 401,
  forbidden: 403,
  'account-suspended': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'precondition-failed': 412,
  'body-too-large': 413,
  'unsupported-encoding': 415,
  'form-not-found': 404,
  'form-not-live': 403,
  'invalid-key': 403,
  'origin-not-allowed': 403,
  'webhook-loop': 403,
  'replies-disabled': 403,
  'turnstile-failed': 403,
  'challenge-failed': 403,
  'file-too-large': 413,
  'uploads-not-allowed': 413,
  'quota-exceeded': 402,
  'rate-limited': 429,
  'internal-error': 500,
  unavailable: 503,
};

/** A problem, described in one language. */
export interface Problem {
  readonly slug: ProblemSlug;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Headers of all responses of the OAuth endpoints (RFC 6749, section 5.1). */
export const NO_STORE_HEADERS = { 'cache-control': 'no-store', pragma: 'no-cache' };

/**
 * Converts any thrown error to a problem. Callers only see the details of a `ProblemError`. All other errors
 * become a generic 500.
 */
export function problemOf(thrown: unknown, catalogue: Catalogue): Problem {
  const error = isProblem(thrown) ? thrown : undefined;
  const slug = error?.slug ?? 'internal-error';
  const { title, meaning } = catalogue.problems[slug];
  return {
    slug,
    status: problemStatuses[slug],
    title,
    detail: error ? detailOf(error, catalogue) : meaning,
    headers: error ? headersOf(error) : {},
    extra: error ? extraOf(error, catalogue) : {},
  };
}

/** Builds the problem document for any thrown error. */
export function problemResponse(thrown: unknown, baseUrl: string, catalogue: Catalogue = en): HttpResponse {
  if (isProblem(thrown) && thrown.name === 'OauthRefusal') return oauthResponse(thrown);
  const { slug, status, title, detail, headers, extra } = problemOf(thrown, catalogue);
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { type: `${baseUrl}/problems/${slug}`, code: slug, title, status, detail, ...extra },
  };
}

function detailOf(error: KnownProblem, catalogue: Catalogue): string {
  if (error.name === 'ValidationFailed') return summarize(error, (text) => textIn(catalogue, text));
  // The error's message isn't translated, so other languages use the problem's general description.
  if (typeof error.text === 'string' && catalogue !== en) return catalogue.problems[error.slug].meaning;
  return textIn(catalogue, error.text);
}

function extraOf(error: KnownProblem, catalogue: Catalogue): Problem['extra'] {
  if (error.name !== 'ValidationFailed') return error.extra;
  return {
    errors: error.errors.map(({ path, code, message }) => ({
      path,
      ...(code !== undefined && { code }),
      message: textIn(catalogue, message),
    })),
    ...(error.omitted > 0 && { errors_omitted: error.omitted }),
  };
}

function textIn(catalogue: Catalogue, text: MessageText): string {
  return typeof text === 'string' ? text : translate(text, catalogue.messages);
}

/**
 * Builds an OAuth error response (RFC 6749, section 5.2). A 401 needs a challenge (RFC 9110, section 11.6.1).
 */
function oauthResponse({ error, message, slug }: OauthRefusal): HttpResponse {
  return {
    status: problemStatuses[slug],
    headers: {
      ...NO_STORE_HEADERS,
      ...(slug === 'unsupported-encoding' && { 'accept-encoding': CONTENT_ENCODINGS.join(', ') }),
      ...(error === 'invalid_client' && { 'www-authenticate': 'Basic realm="svc", charset="UTF-8"' }),
    },
    body: { error, error_description: message },
  };
}

function headersOf(error: KnownProblem): Record<string, string> {
  const challenge = challengeOf(error);
  return {
    ...(error.name === 'UnsupportedEncoding' && { 'accept-encoding': error.supported.join(', ') }),
    ...(error.name === 'MethodNotAllowed' && { allow: error.allow.join(', ') }),
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
  };
}

/**
 * Returns the `WWW-Authenticate` challenge (RFC 6750, section 3). Only rejected access tokens get a reason,
 * because OAuth clients can renew them.
 */
function challengeOf(error: KnownProblem): string | undefined {
  if (error.name === 'InvalidToken') return 'Bearer error="invalid_token"';
  if (error.name === 'InsufficientScope') return `Bearer error="insufficient_scope", scope="${error.scope}"`;
  return error.slug === 'unauthorized' ? 'Bearer' : undefined;
}

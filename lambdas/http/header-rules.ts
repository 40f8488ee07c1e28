/**
 * Sets the headers that all responses of an operation share. The headers control who can cache the responses,
 * which scripts can read them, and how browsers can use them.
 */
import { ALLOWED_HEADERS, EXPOSED_HEADERS, PREFLIGHT_SECONDS } from '../core/web/cross-origin.ts';
import { strictTransportSecurity } from '../core/web/strict-transport-security.ts';
import { readIfGiven } from '../environment.ts';
import type { HttpResponse } from './http-response.ts';
import { isRevalidated, type Operation } from './operation.ts';

type Headers = Readonly<Record<string, string>>;
type RuledOperation = Pick<Operation, 'access' | 'neverStored' | 'sameOriginOnly'>;

/**
 * Only the caller can cache the response and must revalidate it before reusing it (RFC 9111, section 5.2.2).
 * Responses differ between callers, which are identified by keys and cookies.
 */
const PRIVATE: Headers = { 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie' };
const NOT_STORED: Headers = { 'cache-control': 'no-store' };

/** CORS settings that allow scripts on any website to read a response. */
export const READABLE = { origin: '*', exposeHeaders: EXPOSED_HEADERS.join(',') };
const PREFLIGHT: Headers = {
  'access-control-allow-methods': '*',
  'access-control-allow-headers': ALLOWED_HEADERS.join(','),
  'access-control-max-age': String(PREFLIGHT_SECONDS),
};

/**
 * Returns the default headers for the operation's responses, except CORS headers. An operation only sets
 * headers that differ, such as `cache-control` for a public file.
 * @param baseUrl base URL of the service; HSTS is only sent if it uses https
 */
export function headersByRule(operation: RuledOperation, baseUrl: string): Headers {
  return {
    'x-content-type-options': 'nosniff',
    ...(baseUrl.startsWith('https:') && {
      'strict-transport-security': readIfGiven('STRICT_TRANSPORT_SECURITY') ?? strictTransportSecurity({}),
    }),
    ...(isRevalidated(operation) ? PRIVATE : NOT_STORED),
  };
}

/** Adds the operation's default headers to a response's headers. */
export function withRules(rules: Headers, headers: Headers): Headers {
  const vary = [rules['vary'], headers['vary']].filter((each) => each !== undefined).join(', ');
  return { ...rules, ...headers, ...(vary !== '' && { vary }) };
}

/**
 * Returns the response to a CORS preflight request. Without CORS headers, browsers treat the response as a
 * refusal.
 */
export function preflightResponse({ sameOriginOnly }: RuledOperation): HttpResponse {
  return { status: 204, ...(sameOriginOnly !== true && { headers: PREFLIGHT }) };
}

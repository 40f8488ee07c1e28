/**
 * Creates and checks the token of a consent page. The token proves that the service recently showed this
 * consent question in this session, so that other sites can't submit an answer on the user's behalf. The
 * token is an HMAC with the session's secret as its key. It isn't stored, and it becomes invalid when the
 * session ends.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE } from '../core/clock.ts';
import type { AuthorizeRequest } from './authorize-request.ts';

/** Maximum time for a user to answer the consent question, in milliseconds. */
export const CONSENT_LIFETIME = 10 * MINUTE;

/**
 * Creates a consent page's token.
 * @param cookie value of the session cookie
 * @param asked the request with the scopes shown to the user
 */
export function consentToken(cookie: string, asked: AuthorizeRequest, at: number): string {
  const askedAt = at.toString(36);
  return `${askedAt}.${macOf(cookie, asked, askedAt).toString('base64url')}`;
}

/** Returns true if the token belongs to this session and authorization request and hasn't expired. */
export function isConsentToken(token: string, cookie: string, asked: AuthorizeRequest, at: number): boolean {
  const [, askedAt = '', mac = ''] = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  const isRecent = at < Number.parseInt(askedAt, 36) + CONSENT_LIFETIME;
  const expected = macOf(cookie, asked, askedAt);
  const given = Buffer.from(mac, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) && isRecent;
}

function macOf(cookie: string, asked: AuthorizeRequest, askedAt: string): Buffer {
  const { client_id, redirect_uri, state = null, resource = null, code_challenge, scopes } = asked;
  const question = ['consent', askedAt, client_id, redirect_uri, state, resource, code_challenge, scopes];
  return createHmac('sha256', cookie).update(JSON.stringify(question)).digest();
}

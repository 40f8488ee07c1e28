/**
 * Defines authorization codes (RFC 6749, section 4.1). When a member authorizes an app, the browser passes a
 * code to the app, which redeems the code for a connection's tokens. A code is valid for 60 seconds and can
 * be used once. It is bound to the app, the redirect URI and the code challenge (RFC 7636), and can't be used
 * without the code verifier.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { hasValidChecksum, newSecret, secretHash } from '../auth/checksummed-secret.ts';
import { DAY, epochSeconds, SECOND, timestamp } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { consent, type Consent } from '../auth/connections/connection.ts';

/** Lifetime of an authorization code, in milliseconds. */
export const CODE_LIFETIME = 60 * SECOND;
/** Time during which the second use of an authorization code is detected, in milliseconds. */
const REMEMBERED = DAY;
const PREFIX = 'svc_ac_';
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Schema of a stored code, including the permissions that the member granted. */
export const authorizationCode = consent.extend({
  code_hash: z.string(),
  redirect_uri: z.string(),
  code_challenge: z.string(),
  valid_until: z.string(),
  /** When the code was redeemed; absent until then. */
  spent_at: z.string().optional(),
  /** Unix time, in seconds. DynamoDB's TTL can take another two days to delete the code. */
  expires_at: z.int(),
});
export type AuthorizationCode = z.infer<typeof authorizationCode>;

/** The parts of the authorization request that the code is bound to. */
export type CodeBinding = Pick<AuthorizationCode, 'redirect_uri' | 'code_challenge'>;

/**
 * Creates an authorization code for a consent.
 * @returns the code, which is shown only once, and its stored form
 */
export function newAuthorizationCode(
  agreed: Consent,
  { redirect_uri, code_challenge }: CodeBinding,
  at: number,
  random: RandomBytes,
): { code: string; stored: AuthorizationCode } {
  const code = newSecret(PREFIX, random);
  const stored: AuthorizationCode = {
    code_hash: secretHash(code),
    ...agreed,
    redirect_uri,
    code_challenge,
    valid_until: timestamp(at + CODE_LIFETIME),
    expires_at: epochSeconds(at + REMEMBERED),
  };
  return { code, stored };
}

/** Returns true if the string has the format and checksum of a code. Doesn't access the database. */
export const isAuthorizationCode = (text: string): boolean => hasValidChecksum(text, PREFIX);

/** Returns the hash under which a code is stored. */
export const hashOfCode = secretHash;

/** A client's request to redeem a code. */
export interface Redemption {
  /** The authenticated client. */
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly code_verifier: string;
}

/**
 * Decides how to handle a request to redeem a code. `spend` redeems the code, and `refuse` rejects the
 * request. `reuse` means that the code was used before, so the connection must end, which revokes all tokens
 * from the first use (RFC 6749, section 4.1.2). Requests without the correct code verifier don't count as a
 * use. Only the client that the code was issued to learns whether the redirect URI or the code verifier is
 * wrong.
 */
export function redeem(
  code: AuthorizationCode | undefined,
  { client_id, redirect_uri, code_verifier }: Redemption,
  at: number,
): 'spend' | 'reuse' | 'refuse' | 'other-redirect-uri' | 'other-verifier' {
  if (code?.client_id !== client_id) return 'refuse';
  if (code.redirect_uri !== redirect_uri) return 'other-redirect-uri';
  if (!VERIFIER.test(code_verifier) || challengeOf(code_verifier) !== code.code_challenge)
    return 'other-verifier';
  if (code.spent_at !== undefined) return 'reuse';
  return at < Date.parse(code.valid_until) ? 'spend' : 'refuse';
}

/** Computes the code challenge for a code verifier, using the method S256. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * OAuth 2.0 access tokens: how they are made, checked and expire. A token is opaque text behind `svc_at_`, of which
 * only a hash is stored. It acts for the key that it was issued to and is refused once that key is revoked.
 */
import * as z from 'zod';
import type { ApiKey } from './api-key.ts';
import { secretHash, hasValidChecksum, newSecret } from './checksummed-secret.ts';
import { epochSeconds } from '../core/clock.ts';
import { newTokenId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { scopes, type Scope } from './scope.ts';

const PREFIX = 'svc_at_';

/** Lifetime of a token in seconds (docs/specification.md, "Authentication": one hour). */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** A token as it is stored. */
export const accessToken = z.object({
  token_hash: z.string(),
  /** Names the token in logs; absent of tokens from before it had one. */
  token_id: z.string().optional(),
  /** Hash of the API key that it acts for. */
  key_hash: z.string(),
  key_id: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Seconds since the epoch. */
  expires_at: z.int(),
});
export type AccessToken = z.infer<typeof accessToken>;

/**
 * Makes a token for a key. It lives for an hour, and no longer than its key.
 * @returns the full token, which is shown only once, and what is stored of it
 */
export function newAccessToken(
  { key_hash, key_id, expires_at: keyExpiry }: Pick<ApiKey, 'key_hash' | 'key_id' | 'expires_at'>,
  granted: readonly Scope[],
  at: number,
  random: RandomBytes,
): { token: string; stored: AccessToken } {
  const token = newSecret(PREFIX, random);
  const fullLife = epochSeconds(at) + TOKEN_LIFETIME_SECONDS;
  const expires_at =
    keyExpiry === undefined ? fullLife : Math.min(fullLife, epochSeconds(Date.parse(keyExpiry)));
  const token_id = newTokenId(at, random);
  return {
    token,
    stored: { token_hash: hashOfToken(token), token_id, key_hash, key_id, scopes: [...granted], expires_at },
  };
}

/** Whether the text is formed as a token and its checksum is right; needs no read. */
export const isToken = (text: string): boolean => hasValidChecksum(text, PREFIX);

/** The hash under which a token is stored and looked up. */
export const hashOfToken = secretHash;

/** Whether the token has expired; DynamoDB's TTL deletes it up to two days later. */
export function isExpired({ expires_at }: AccessToken, at: number): boolean {
  return expires_at <= epochSeconds(at);
}

/**
 * OAuth 2.0 access tokens: opaque, `svc_at_` and then as a key; stored as a hash. A token acts for the key that
 * it was issued to and dies with it.
 */
import * as z from 'zod';
import type { ApiKey } from './api-key.ts';
import { secretHash, hasValidChecksum, newSecret } from './checksummed-secret.ts';
import { epochSeconds } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { scopes, type Scope } from './scope.ts';

const PREFIX = 'svc_at_';

/** Seconds that a token lives (DESIGN section 3: 1 h). */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** A token as it is stored. */
export const accessToken = z.object({
  token_hash: z.string(),
  /** Where its key is found. */
  key_hash: z.string(),
  key_id: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Seconds since the epoch. */
  expires_at: z.int(),
});
export type AccessToken = z.infer<typeof accessToken>;

/** Makes a token for a key: the full token, to be given once, and what is stored of it. */
export function newAccessToken(
  { key_hash, key_id }: Pick<ApiKey, 'key_hash' | 'key_id'>,
  granted: readonly Scope[],
  at: number,
  random: RandomBytes,
): { token: string; stored: AccessToken } {
  const token = newSecret(PREFIX, random);
  const expires_at = epochSeconds(at) + TOKEN_LIFETIME_SECONDS;
  return {
    token,
    stored: { token_hash: hashOfToken(token), key_hash, key_id, scopes: [...granted], expires_at },
  };
}

/** Whether its form and checksum are right. Costs no read. */
export const isToken = (text: string): boolean => hasValidChecksum(text, PREFIX);

/** Under which a token is stored and looked up. */
export const hashOfToken = secretHash;

/** TTL deletes up to two days late, so the time decides. */
export function isExpired({ expires_at }: AccessToken, at: number): boolean {
  return expires_at <= epochSeconds(at);
}

/**
 * Defines OAuth 2.0 access tokens. A token is opaque text with the prefix `svc_at_`, and only its hash is
 * stored. It acts for the key or connection that it was issued to, and is rejected once that key is revoked
 * or that connection has ended. A token can be bound to a resource (RFC 8707). Only that resource accepts a
 * bound token, and only the rest of the API accepts a token without a resource.
 */
import * as z from 'zod';
import type { ApiKey } from './keys/api-key.ts';
import { secretHash, hasValidChecksum, newSecret } from './checksummed-secret.ts';
import { epochSeconds } from '../core/clock.ts';
import { newTokenId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { scopes, type Scope } from '../core/scope.ts';

const PREFIX = 'svc_at_';

/** Lifetime of a token, in seconds (docs/specification.md, "Authentication": one hour). */
export const TOKEN_LIFETIME_SECONDS = 3600;

const common = {
  token_hash: z.string(),
  /** Id of the token, for logs. Absent from older tokens. */
  token_id: z.string().optional(),
  scopes: z.array(z.enum(scopes)),
  /** URL of the only resource that accepts the token (`core/web/mcp-resource.ts`). Absent for the API. */
  resource: z.string().optional(),
  /** Unix time, in seconds. */
  expires_at: z.int(),
};

const keyToken = z.object({
  ...common,
  /** Hash of the API key that the token acts for. */
  key_hash: z.string(),
  key_id: z.string(),
});
/** A stored token that acts on behalf of an API key. */
export type KeyToken = z.infer<typeof keyToken>;

/**
 * The connection that an app's access token acts for. Contains the keys of all items that are needed to check
 * the token, so that a single call can read them.
 */
const tokenConnection = z.object({
  account_id: z.string(),
  connection_id: z.string(),
  member_id: z.string(),
  client_id: z.string(),
});
export type TokenConnection = z.infer<typeof tokenConnection>;

const connectionToken = z.object({ ...common, ...tokenConnection.shape });
/** A stored token that acts on behalf of an app's connection. */
export type ConnectionToken = z.infer<typeof connectionToken>;

/** Schema of a stored token. */
export const accessToken = z.union([keyToken, connectionToken]);
export type AccessToken = z.infer<typeof accessToken>;

/**
 * Creates a token for a key. It expires after an hour, or when the key expires, whichever is earlier.
 * @param resource the resource that the token is bound to, if any
 * @returns the full token, which is shown only once, and its stored form
 */
export function newAccessToken(
  { key_hash, key_id, expires_at: keyExpiry }: Pick<ApiKey, 'key_hash' | 'key_id' | 'expires_at'>,
  granted: readonly Scope[],
  at: number,
  random: RandomBytes,
  resource?: string,
): { token: string; stored: KeyToken } {
  const { token, stored } = newToken(granted, at, random, resource);
  const expires_at =
    keyExpiry === undefined
      ? stored.expires_at
      : Math.min(stored.expires_at, epochSeconds(Date.parse(keyExpiry)));
  return { token, stored: { ...stored, key_hash, key_id, expires_at } };
}

/**
 * Creates a token for a connection. It expires after an hour.
 * @param resource the resource that the token is bound to, if any
 */
export function newConnectionToken(
  { account_id, connection_id, member_id, client_id }: TokenConnection,
  granted: readonly Scope[],
  at: number,
  random: RandomBytes,
  resource?: string,
): { token: string; stored: ConnectionToken } {
  const { token, stored } = newToken(granted, at, random, resource);
  return { token, stored: { ...stored, account_id, connection_id, member_id, client_id } };
}

function newToken(granted: readonly Scope[], at: number, random: RandomBytes, resource: string | undefined) {
  const token = newSecret(PREFIX, random);
  return {
    token,
    stored: {
      token_hash: hashOfToken(token),
      token_id: newTokenId(at, random),
      scopes: [...granted],
      ...(resource !== undefined && { resource }),
      expires_at: epochSeconds(at) + TOKEN_LIFETIME_SECONDS,
    },
  };
}

/**
 * Returns true if the string has the format of a token and a correct checksum. Doesn't access the database.
 */
export const isToken = (text: string): boolean => hasValidChecksum(text, PREFIX);

/** Returns the hash under which a token is stored. */
export const hashOfToken = secretHash;

/** Returns true if the token has expired. DynamoDB's TTL can take up to two days to delete expired tokens. */
export function isExpired({ expires_at }: AccessToken, at: number): boolean {
  return expires_at <= epochSeconds(at);
}

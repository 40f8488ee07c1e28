/**
 * Parses the credential in an `Authorization` header and builds the principal from a stored key or token.
 */
import { hashOfToken, isExpired, isToken, type KeyToken } from './access-token.ts';
import { hashOfKey, isLive, isMistypedKey, scopesOf, typeOfKey, type ApiKey } from './keys/api-key.ts';
import type { KeyPrincipal, KeyType } from '../core/caller.ts';

/** A well-formed key or access token, with the hash used to look it up. */
export type Credential =
  | { readonly kind: 'key'; readonly type: KeyType; readonly hash: string }
  | { readonly kind: 'token'; readonly hash: string };

/**
 * Parses the credential in an `Authorization` header. Returns undefined unless the header contains a key or
 * token with the service's format and a correct checksum. Doesn't access the database.
 */
export function parseCredential(authorization: string | undefined): Credential | undefined {
  const secret = secretIn(authorization);
  if (isToken(secret)) return { kind: 'token', hash: hashOfToken(secret) };
  const type = typeOfKey(secret);
  return type && { kind: 'key', type, hash: hashOfKey(secret) };
}

/**
 * Returns true if the header contains a key of this service with a wrong checksum, because the key was
 * mistyped or truncated. Doesn't access the database.
 */
export const containsMistypedKey = (authorization: string | undefined): boolean =>
  isMistypedKey(secretIn(authorization));

const secretIn = (authorization = ''): string => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';

/** Returns the principal for a key, or undefined if the key is revoked or expired. */
export function principalOfKey(key: ApiKey | undefined, at: number): KeyPrincipal | undefined {
  if (!key || !isLive(key, at)) return undefined;
  const { account_id, key_id, key_hash, name, cursor_key, last_used_at, expires_at } = key;
  return {
    type: 'key',
    key_type: key.type,
    account_id,
    key_id,
    key_hash,
    name,
    cursor_key,
    last_used_at,
    expires_at,
    scopes: scopesOf(key),
  };
}

/**
 * Returns the principal for a key's token, or undefined if the token has expired or its key has expired or
 * been revoked.
 */
export function principalOfToken(
  token: KeyToken | undefined,
  key: ApiKey | undefined,
  at: number,
): KeyPrincipal | undefined {
  const ofKey = principalOfKey(key, at);
  if (!token || !ofKey || isExpired(token, at)) return undefined;
  return {
    ...ofKey,
    type: 'token',
    token_id: token.token_id,
    scopes: ofKey.scopes.filter((scope) => token.scopes.includes(scope)),
  };
}

/** From what a client sends in `Authorization` to what it may do, for which account. */
import { hashOfToken, isExpired, isToken, type AccessToken } from './access-token.ts';
import { hashOfKey, typeOfKey, type ApiKey, type KeyType } from './api-key.ts';
import { scopesOf, type Scope } from './scope.ts';

/** A well-formed key or access token, as a hash to look it up by. */
export type Credential =
  | { readonly kind: 'key'; readonly type: KeyType; readonly hash: string }
  | { readonly kind: 'token'; readonly hash: string };

/** What a living key or token stands for. */
export interface Principal {
  readonly account_id: string;
  readonly key_id: string;
  readonly key_hash: string;
  readonly scopes: readonly Scope[];
  /** Signs the cursors of this account's lists. */
  readonly cursor_key: string;
  /** When the key was last seen, to the hour. */
  readonly last_used_at?: string | undefined;
}

/**
 * The bearer in an `Authorization` header; undefined when there is none of ours. A malformed one and one with a
 * wrong checksum end here, before anything is read.
 */
export function parseCredential(authorization: string | undefined): Credential | undefined {
  const secret = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (secret === undefined) return undefined;
  if (isToken(secret)) return { kind: 'token', hash: hashOfToken(secret) };
  const type = typeOfKey(secret);
  return type && { kind: 'key', type, hash: hashOfKey(secret) };
}

/** What a key stands for; nothing once it is revoked. */
export function principalOfKey(key: ApiKey | undefined): Principal | undefined {
  if (!key || key.revoked_at !== undefined) return undefined;
  const { account_id, key_id, key_hash, cursor_key, last_used_at } = key;
  return { account_id, key_id, key_hash, cursor_key, last_used_at, scopes: scopesOf(key.type) };
}

/** What a token stands for; nothing once it is expired or its key is revoked. */
export function principalOfToken(
  token: AccessToken | undefined,
  key: ApiKey | undefined,
  at: number,
): Principal | undefined {
  const ofKey = principalOfKey(key);
  if (!token || !ofKey || isExpired(token, at)) return undefined;
  return { ...ofKey, scopes: ofKey.scopes.filter((scope) => token.scopes.includes(scope)) };
}

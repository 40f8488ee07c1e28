/** Credentials and principals: what a client sends in `Authorization`, and who calls: a key, a token, an app or a member. */
import { hashOfToken, isExpired, isToken, type KeyToken } from './access-token.ts';
import { hashOfKey, isLive, scopesOf, typeOfKey, type ApiKey, type KeyType } from './api-key.ts';
import type { Role } from '../people/role.ts';
import type { Scope } from './scope.ts';

/** A well-formed key or access token, with the hash to look it up by. */
export type Credential =
  | { readonly kind: 'key'; readonly type: KeyType; readonly hash: string }
  | { readonly kind: 'token'; readonly hash: string };

/** What all principals have: the account that they act for, and what they may do there. */
interface AccountPrincipal {
  readonly account_id: string;
  /** The name of the key, of the person or of the app. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The forms that it is limited to; undefined when it may use all forms of the account. */
  readonly form_ids?: readonly string[] | undefined;
  /** Signs the cursors of this account's lists. */
  readonly cursor_key: string;
}

/** The principal of a valid key, or of an access token that acts for one. */
export interface KeyPrincipal extends AccountPrincipal {
  readonly type: 'key' | 'token';
  readonly key_type: KeyType;
  readonly key_id: string;
  readonly key_hash: string;
  /** Of the access token that the client sent; undefined when it sent the key itself. */
  readonly token_id?: string | undefined;
  /** When the key expires; undefined when it does not. */
  readonly expires_at?: string | undefined;
  /** Time of the key's last use, to the hour. */
  readonly last_used_at?: string | undefined;
}

/** The principal of a member of the account who has signed in. */
export interface MemberPrincipal extends AccountPrincipal {
  readonly type: 'member';
  readonly member_id: string;
  readonly email: string;
  readonly role: Role;
}

/** The principal of an access token of a connection: an app that a member has let in to the account. */
export interface ConnectionPrincipal extends AccountPrincipal {
  readonly type: 'connection';
  readonly connection_id: string;
  readonly client_id: string;
  /** The member that it acts for. */
  readonly member_id: string;
  readonly email: string;
  readonly role: Role;
  readonly token_id?: string | undefined;
  /** Time of the connection's last use, to the hour. */
  readonly last_used_at: string;
  /** Whether the account was suspended when it was read. */
  readonly isSuspended: boolean;
}

/** Who calls with a key or a token. */
export type CredentialPrincipal = KeyPrincipal | ConnectionPrincipal;

/** Who calls. */
export type Principal = CredentialPrincipal | MemberPrincipal;

/** Who acts, as logs of changes name them. */
export const actorTypes = ['key', 'token', 'member', 'operator'] as const;
export interface Actor {
  readonly type: (typeof actorTypes)[number];
  /** Of a token, the id of its key or its connection. */
  readonly id: string;
  /** What people call it at the time. */
  readonly name: string;
}

/** The caller as an actor. Of a connection both are named, the app and the member that it acts for. */
export function actorOf(caller: Principal): Actor {
  const { type, name } = caller;
  if (type === 'member') return { type, id: caller.member_id, name };
  if (type === 'connection') return actorOfConnection({ ...caller, app_name: name });
  return { type, id: caller.key_id, name };
}

interface ConnectionNames {
  readonly connection_id: string;
  readonly app_name: string;
  /** Of the member; undefined when the member is gone. */
  readonly email: string | undefined;
}

/** A connection as an actor. */
export function actorOfConnection({ connection_id, app_name, email }: ConnectionNames): Actor {
  return {
    type: 'token',
    id: connection_id,
    name: email === undefined ? app_name : `${app_name} (${email})`,
  };
}

/**
 * The credential in an `Authorization` header; undefined when it holds no key or token of this service, or one that is
 * malformed or has a wrong checksum. Needs no read.
 */
export function parseCredential(authorization: string | undefined): Credential | undefined {
  const secret = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (secret === undefined) return undefined;
  if (isToken(secret)) return { kind: 'token', hash: hashOfToken(secret) };
  const type = typeOfKey(secret);
  return type && { kind: 'key', type, hash: hashOfKey(secret) };
}

/** The principal of a key; undefined once it is revoked or expired. */
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

/** The principal of a token of a key; undefined once it or its key is expired or its key is revoked. */
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

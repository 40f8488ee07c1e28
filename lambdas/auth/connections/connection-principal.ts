/**
 * Determines the caller for an access token of a connection: the app, on behalf of the member who authorized
 * it.
 */
import { isExpired, type ConnectionToken } from '../access-token.ts';
import type { ConnectionPrincipal } from '../../core/caller.ts';
import type { Scope } from '../../core/scope.ts';
import type { Account } from '../../accounts/account.ts';
import type { Member } from '../member.ts';
import type { Role } from '../../core/role.ts';
import type { Connection } from './connection.ts';

/** A scope that an app can be granted. */
export type ConsentScope = Exclude<Scope, 'admin'>;

/**
 * What members of each role may allow an app to do. Keys, members, apps and the account itself are reserved
 * for people and keys, because what an app creates there would outlive its connection. Posting submissions
 * needs no more rights than editing them.
 */
export const scopesForApps: Readonly<Record<Role, readonly ConsentScope[]>> = {
  owner: ['ingest', 'read', 'write'],
  editor: ['ingest', 'read', 'write'],
  viewer: ['read'],
};

/** The attributes of an app that are read to check that it exists. */
export const appKeyAttributes = ['owner', 'client_id'] as const;

/**
 * Everything that determines the permissions of a request with such a token. Undefined members no longer
 * exist.
 */
export interface ConnectionState {
  readonly connection: Connection | undefined;
  readonly member: Member | undefined;
  readonly account: Pick<Account, 'account_id' | 'cursor_key' | 'suspended_at'> | undefined;
  /** Whether an app with this client id still exists. */
  readonly hasApp: boolean;
}

/**
 * Returns the caller; undefined if the token has expired, or if the connection, its member, its app or its
 * account was deleted.
 */
export function principalOfConnection(
  token: ConnectionToken,
  state: ConnectionState,
  at: number,
): ConnectionPrincipal | undefined {
  if (isExpired(token, at)) return undefined;
  const live = liveConnection(token, state);
  if (!live) return undefined;
  const { connection, member, account } = live;
  const { account_id, connection_id, client_id, app_name, last_used_at } = connection;
  const { member_id, email, role } = member;
  return {
    type: 'connection',
    name: app_name,
    account_id,
    connection_id,
    client_id,
    member_id,
    email,
    role,
    last_used_at,
    token_id: token.token_id,
    cursor_key: account.cursor_key,
    scopes: currentScopes(connection, role).filter((scope) => token.scopes.includes(scope)),
    form_ids: member.form_ids,
    isSuspended: account.suspended_at !== undefined,
  };
}

/** Returns what an app may use of a connection, if everything still exists and belongs together. */
export function liveConnection(
  { member_id, client_id }: Pick<Connection, 'member_id' | 'client_id'>,
  { connection, member, account, hasApp }: ConnectionState,
) {
  if (!connection || !member || !account || !hasApp) return undefined;
  if (connection.member_id !== member_id || connection.client_id !== client_id) return undefined;
  return { connection, member, account };
}

/** Returns the scopes that the member agreed to and still has. */
export const currentScopes = (
  { scopes }: { readonly scopes: readonly Scope[] },
  role: Role,
): ConsentScope[] => scopesForApps[role].filter((scope) => scopes.includes(scope));

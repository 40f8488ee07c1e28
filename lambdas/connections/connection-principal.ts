/** Who calls with an access token of a connection: the app, on behalf of the member who let it in. */
import type { ConnectionToken } from '../auth/access-token.ts';
import { isExpired } from '../auth/access-token.ts';
import type { ConnectionPrincipal } from '../auth/principal.ts';
import type { Scope } from '../auth/scope.ts';
import type { Account } from '../accounts/account.ts';
import type { Member } from '../people/members/member.ts';
import type { Role } from '../people/role.ts';
import type { Connection } from './connection.ts';

/** What an app can be allowed. */
export type ConsentScope = Exclude<Scope, 'admin'>;

/**
 * What members of each role may let an app do. Keys, members, apps and the account itself are for people and keys: what
 * an app made of them would outlast its connection. Posting submissions needs no more rights than editing them.
 */
export const scopesForApps: Readonly<Record<Role, readonly ConsentScope[]>> = {
  owner: ['ingest', 'read', 'write'],
  editor: ['ingest', 'read', 'write'],
  viewer: ['read'],
};

/** What is read of an app to know that it is there. */
export const appKeyAttributes = ['owner', 'client_id'] as const;

/** Everything that decides about a request with such a token, as it is at that moment; undefined is gone. */
export interface ConnectionState {
  readonly connection: Connection | undefined;
  readonly member: Member | undefined;
  readonly account: Pick<Account, 'account_id' | 'cursor_key' | 'suspended_at'> | undefined;
  /** Whether there is still an app with the client id. */
  readonly hasApp: boolean;
}

/** Who calls; undefined once the token has expired, or the connection, its member, its app or its account is gone. */
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

/** What an app may use of a connection, if everything is still there and belongs together. */
export function liveConnection(
  { member_id, client_id }: Pick<Connection, 'member_id' | 'client_id'>,
  { connection, member, account, hasApp }: ConnectionState,
) {
  if (!connection || !member || !account || !hasApp) return undefined;
  if (connection.member_id !== member_id || connection.client_id !== client_id) return undefined;
  return { connection, member, account };
}

/** What the member agreed to, as far as the member may do it now. */
export const currentScopes = (
  { scopes }: { readonly scopes: readonly Scope[] },
  role: Role,
): ConsentScope[] => scopesForApps[role].filter((scope) => scopes.includes(scope));

/**
 * Determines the caller for a connection's access token: an app that acts for the member who authorized it.
 */
import { isExpired, type ConnectionToken, type TokenConnection } from '../access-token.ts';
import type { ConnectionPrincipal } from '../../core/caller.ts';
import type { Scope } from '../../core/scope.ts';
import type { Account } from '../../accounts/account.ts';
import type { Member } from '../member.ts';
import type { Role } from '../../core/role.ts';
import type { Connection } from './connection.ts';

/** A scope that members can grant to an app. */
export type ConsentScope = Exclude<Scope, 'admin'>;

/**
 * Scopes that members of each role can grant to an app. Apps can't manage keys, members, apps or the account,
 * because these changes would outlive the connection. Apps that can edit submissions can also create them.
 */
export const scopesForApps: Readonly<Record<Role, readonly ConsentScope[]>> = {
  owner: ['ingest', 'read', 'write'],
  editor: ['ingest', 'read', 'write'],
  viewer: ['read'],
};

/** Attributes to read when checking that an app exists. */
export const appKeyAttributes = ['owner', 'client_id'] as const;

/**
 * The items that determine the permissions of a connection's token. Items that no longer exist are undefined.
 */
export interface ConnectionState {
  readonly connection: Connection | undefined;
  readonly member: Member | undefined;
  readonly account: Pick<Account, 'account_id' | 'cursor_key' | 'suspended_at' | 'event_owners'> | undefined;
  /** True if an app with this client id still exists, or if the client id is the URL of a document. */
  readonly hasApp: boolean;
}

/**
 * Returns the caller, or undefined if the token has expired or if its connection, member, app or account was
 * deleted.
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
    form_ids: currentForms(connection, member),
    isSuspended: account.suspended_at !== undefined,
    ...(account.event_owners && { event_owners: account.event_owners }),
  };
}

/**
 * Returns the connection with its member and account, or undefined if the app can't use the connection. All
 * of the items must exist, and the connection must belong to this member and app.
 */
export function liveConnection(
  { member_id, client_id }: Pick<Connection, 'member_id' | 'client_id'>,
  { connection, member, account, hasApp }: ConnectionState,
) {
  if (!connection || !member || !account || !hasApp) return undefined;
  if (connection.member_id !== member_id || connection.client_id !== client_id) return undefined;
  return { connection, member, account };
}

/**
 * Resolves to true if a connection's app may currently receive submissions.
 * @param ownerId id of the form or, for the submissions of all forms, of the account
 */
export type MayReceive = (of: TokenConnection, ownerId: string) => Promise<boolean>;

/**
 * Returns the forms that the member chose for the app and can still access. Returns undefined if the app can
 * access all forms of the account.
 */
export function currentForms(
  { form_ids: chosen }: Pick<Connection, 'form_ids'>,
  { form_ids: visible }: Pick<Member, 'form_ids'>,
): readonly string[] | undefined {
  return chosen && visible ? chosen.filter((id) => visible.includes(id)) : (chosen ?? visible);
}

/** Returns the scopes that the member granted and still has. */
export const currentScopes = (
  { scopes }: { readonly scopes: readonly Scope[] },
  role: Role,
): ConsentScope[] => scopesForApps[role].filter((scope) => scopes.includes(scope));

/** Defines callers (keys, tokens, apps and members) and the actors recorded for changes. */
import type { EventOwners } from './event-owners.ts';
import type { Role } from './role.ts';
import type { Scope } from './scope.ts';

/** Types of API keys. */
export const keyTypes = ['submission', 'management'] as const;
export type KeyType = (typeof keyTypes)[number];

/** Properties that all principals have: the account that they act for, and their permissions. */
interface AccountPrincipal {
  readonly account_id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Forms that the caller can access; undefined if it can access all forms of the account. */
  readonly form_ids?: readonly string[] | undefined;
  /** Owners of webhooks that subscribe to events other than new submissions. */
  readonly event_owners?: EventOwners;
  /** Key that signs the account's list cursors. */
  readonly cursor_key: string;
}

/** The principal for a valid key, or for an access token that acts on behalf of a key. */
export interface KeyPrincipal extends AccountPrincipal {
  readonly type: 'key' | 'token';
  readonly key_type: KeyType;
  readonly key_id: string;
  readonly key_hash: string;
  /** Id of the access token; undefined if the client sent the key itself. */
  readonly token_id?: string | undefined;
  /** When the key expires; undefined if it never does. */
  readonly expires_at?: string | undefined;
  /** When the key was last used, rounded to the hour. */
  readonly last_used_at?: string | undefined;
}

/** The principal for a signed-in member of the account. */
export interface MemberPrincipal extends AccountPrincipal {
  readonly type: 'member';
  readonly member_id: string;
  readonly email: string;
  readonly role: Role;
}

/** The principal for a connection's access token: an app that a member has authorized. */
export interface ConnectionPrincipal extends AccountPrincipal {
  readonly type: 'connection';
  readonly connection_id: string;
  readonly client_id: string;
  /** The member that the app acts for. */
  readonly member_id: string;
  readonly email: string;
  readonly role: Role;
  readonly token_id?: string | undefined;
  /** When the connection was last used, rounded to the hour. */
  readonly last_used_at: string;
  /** True if the account was suspended when it was read. */
  readonly isSuspended: boolean;
}

/** A caller authenticated by a key or token. */
export type CredentialPrincipal = KeyPrincipal | ConnectionPrincipal;

/** Any authenticated caller. */
export type Principal = CredentialPrincipal | MemberPrincipal;

/** Types of actors recorded for changes. */
export const actorTypes = ['key', 'token', 'member', 'operator', 'service'] as const;
export interface Actor {
  readonly type: (typeof actorTypes)[number];
  /** For tokens, this is the id of the token's key or connection. */
  readonly id: string;
  /** The actor's name at the time of the change. */
  readonly name: string;
}

/** The actor of changes that the service makes on its own. */
export const SERVICE_ACTOR: Actor = { type: 'service', id: 'service', name: 'Service' };

/** Converts a caller to an actor. For connections, the actor's name contains both the app and the member. */
export function actorOf(caller: Principal): Actor {
  const { type, name } = caller;
  if (type === 'member') return { type, id: caller.member_id, name };
  if (type === 'connection') return actorOfConnection({ ...caller, app_name: name });
  return { type, id: caller.key_id, name };
}

interface ConnectionNames {
  readonly connection_id: string;
  readonly app_name: string;
  /** The member's e-mail address; undefined if the member was deleted. */
  readonly email: string | undefined;
}

/** Converts a connection to an actor. */
export function actorOfConnection({ connection_id, app_name, email }: ConnectionNames): Actor {
  return {
    type: 'token',
    id: connection_id,
    name: email === undefined ? app_name : `${app_name} (${email})`,
  };
}

/** The authenticated caller of a request, with its account and permissions. */
export type Caller = Principal;

/**
 * Returns the viewer's id if the caller has a separate read state, or undefined if the caller uses the read
 * state shared by owners, editors and keys. An app uses the read state of the member that it acts for.
 */
export const readerOf = (caller: Principal): string | undefined =>
  'role' in caller && caller.role === 'viewer' ? caller.member_id : undefined;

/** Returns the id of the connection, key or member. All tokens of a key have the key's id. */
export function principalIdOf(caller: Principal): string {
  if (caller.type === 'connection') return caller.connection_id;
  return caller.type === 'member' ? caller.member_id : caller.key_id;
}

/** The properties of a caller that determine which forms it can see. */
export type FormOwner = Pick<Principal, 'account_id' | 'form_ids'>;

/**
 * Returns true if the caller can see the form. Callers who can only access specific forms can't tell that
 * other forms exist.
 */
export const canSeeForm = ({ form_ids }: FormOwner, formId: string): boolean =>
  form_ids === undefined || form_ids.includes(formId);

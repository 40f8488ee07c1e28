/** Callers (keys, tokens, apps and members), and the actors that logs of changes name. */
import type { Role } from './role.ts';
import type { Scope } from './scope.ts';

/** Types of API keys. */
export const keyTypes = ['submission', 'management'] as const;
export type KeyType = (typeof keyTypes)[number];

/** What all principals have in common: the account they act for and their permissions. */
interface AccountPrincipal {
  readonly account_id: string;
  /** Name of the key, member or app. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The forms that it is limited to; undefined if it may use all forms of the account. */
  readonly form_ids?: readonly string[] | undefined;
  /** Key that signs the cursors of this account's lists. */
  readonly cursor_key: string;
}

/** The principal of a valid key or of an access token that acts for one. */
export interface KeyPrincipal extends AccountPrincipal {
  readonly type: 'key' | 'token';
  readonly key_type: KeyType;
  readonly key_id: string;
  readonly key_hash: string;
  /** Id of the access token that the client sent; undefined if it sent the key itself. */
  readonly token_id?: string | undefined;
  /** When the key expires; undefined if it doesn't. */
  readonly expires_at?: string | undefined;
  /** When the key was last used, to the hour. */
  readonly last_used_at?: string | undefined;
}

/** The principal of a member of the account who is signed in. */
export interface MemberPrincipal extends AccountPrincipal {
  readonly type: 'member';
  readonly member_id: string;
  readonly email: string;
  readonly role: Role;
}

/** The principal of an access token of a connection: an app that a member has authorized. */
export interface ConnectionPrincipal extends AccountPrincipal {
  readonly type: 'connection';
  readonly connection_id: string;
  readonly client_id: string;
  /** The member it acts for. */
  readonly member_id: string;
  readonly email: string;
  readonly role: Role;
  readonly token_id?: string | undefined;
  /** When the connection was last used, to the hour. */
  readonly last_used_at: string;
  /** Whether the account was suspended when it was read. */
  readonly isSuspended: boolean;
}

/** A caller with a key or a token. */
export type CredentialPrincipal = KeyPrincipal | ConnectionPrincipal;

/** Any caller. */
export type Principal = CredentialPrincipal | MemberPrincipal;

/** Kinds of actors in change logs. */
export const actorTypes = ['key', 'token', 'member', 'operator'] as const;
export interface Actor {
  readonly type: (typeof actorTypes)[number];
  /** For a token, the id of its key or connection. */
  readonly id: string;
  /** Its name at that time. */
  readonly name: string;
}

/** Converts a caller to an actor. For a connection, both the app and the member it acts for are named. */
export function actorOf(caller: Principal): Actor {
  const { type, name } = caller;
  if (type === 'member') return { type, id: caller.member_id, name };
  if (type === 'connection') return actorOfConnection({ ...caller, app_name: name });
  return { type, id: caller.key_id, name };
}

interface ConnectionNames {
  readonly connection_id: string;
  readonly app_name: string;
  /** E-mail address of the member; undefined if the member was deleted. */
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

/** The account that a request acts for, and the permissions of the caller. */
export type Caller = Principal;

/** The part of a caller that determines which forms it can see. */
export type FormOwner = Pick<Principal, 'account_id' | 'form_ids'>;

/**
 * Whether the caller can see the form. A caller that is limited to some forms sees no trace of the others.
 */
export const canSeeForm = ({ form_ids }: FormOwner, formId: string): boolean =>
  form_ids === undefined || form_ids.includes(formId);

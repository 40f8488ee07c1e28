/** Connections as returned by the management API, and who may see them. */
import * as z from 'zod';
import { scopes, type Scope } from '../core/scope.ts';
import type { Connection } from '../auth/connections/connection.ts';

/** A connection as shown in lists. */
export const connectionView = z.object({
  id: z.string(),
  client_id: z.string(),
  app_name: z.string(),
  member_id: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_at: z.string(),
  /** Time of the last use, to the hour. */
  last_used_at: z.string(),
  /** When it ends if the app doesn't use it before. */
  expires_at: z.string(),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** The part of a caller that determines which connections it can see. */
export interface ConnectionViewer {
  readonly scopes: readonly Scope[];
  /** Set for a member, and for an app that acts for one. */
  readonly member_id?: string;
  /** Set for an app that a member has authorized. */
  readonly connection_id?: string;
}

/**
 * Whether the caller sees everyone's connections in the account, which requires the scope `admin` that owners
 * have.
 */
export const seesAllConnections = ({ scopes: own }: ConnectionViewer): boolean => own.includes('admin');

/**
 * Whether the caller can see a connection of its account. Members see their own, an app sees the one it uses.
 * A key without `admin` sees none.
 */
export function canSeeConnection(
  caller: ConnectionViewer,
  { connection_id, member_id }: Pick<Connection, 'connection_id' | 'member_id'>,
): boolean {
  if (seesAllConnections(caller)) return true;
  if (caller.connection_id !== undefined) return caller.connection_id === connection_id;
  return caller.member_id === member_id;
}

/** Converts a connection to its API representation. */
export function toConnectionView(of: Connection): ConnectionView {
  return {
    id: of.connection_id,
    client_id: of.client_id,
    app_name: of.app_name,
    member_id: of.member_id,
    scopes: of.scopes,
    created_at: of.created_at,
    last_used_at: of.last_used_at,
    expires_at: of.family.expires_at,
  };
}

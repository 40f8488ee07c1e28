/** Connections as the management API shows them, and whose a caller sees. */
import * as z from 'zod';
import { scopes, type Scope } from '../core/scope.ts';
import type { Connection } from '../auth/connections/connection.ts';

/** A connection as lists show it. */
export const connectionView = z.object({
  id: z.string(),
  client_id: z.string(),
  app_name: z.string(),
  member_id: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_at: z.string(),
  /** Time of the last use, to the hour. */
  last_used_at: z.string(),
  /** When it ends unless the app uses it before. */
  expires_at: z.string(),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** The part of a caller that decides which connections exist for it. */
export interface ConnectionViewer {
  readonly scopes: readonly Scope[];
  /** Of a member, and of an app that acts for one. */
  readonly member_id?: string;
  /** Of an app that a member has let in. */
  readonly connection_id?: string;
}

/** Whether the caller sees the connections of everybody in the account: with the scope `admin`, as owners have it. */
export const seesAllConnections = ({ scopes: own }: ConnectionViewer): boolean => own.includes('admin');

/**
 * Whether a connection of the caller's account exists for it: members know of their own, an app of the one that it comes
 * by. A key without `admin` has let no app in.
 */
export function seesConnection(
  caller: ConnectionViewer,
  { connection_id, member_id }: Pick<Connection, 'connection_id' | 'member_id'>,
): boolean {
  if (seesAllConnections(caller)) return true;
  if (caller.connection_id !== undefined) return caller.connection_id === connection_id;
  return caller.member_id === member_id;
}

/** The connection as the API shows it. */
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

/** Converts connections to their API representation and decides who can see them. */
import * as z from 'zod';
import { scopes, type Scope } from '../core/scope.ts';
import type { Connection } from '../auth/connections/connection.ts';

/** Representation of a connection in lists. */
export const connectionView = z.object({
  id: z.string(),
  client_id: z.string(),
  app_name: z.string(),
  member_id: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Forms that the member chose for the app; null if the app gets all forms that the member can access. */
  form_ids: z.array(z.string()).nullable(),
  /** URL of the endpoint for agents if the app's tokens only work there; null for apps that use the API. */
  resource: z.string().nullable(),
  created_at: z.string(),
  /** Time of the last use, rounded to the hour. */
  last_used_at: z.string(),
  /** When the connection expires if the app doesn't use it until then. */
  expires_at: z.string(),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** The properties of a caller that determine which connections it can see. */
export interface ConnectionViewer {
  readonly scopes: readonly Scope[];
  /** Set for members and for apps that act on behalf of a member. */
  readonly member_id?: string;
  /** Set for apps that a member has authorized. */
  readonly connection_id?: string;
}

/**
 * Returns true if the caller can see all of the account's connections. This requires the scope `admin`, which
 * owners have.
 */
export const seesAllConnections = ({ scopes: own }: ConnectionViewer): boolean => own.includes('admin');

/**
 * Returns true if the caller can see this connection. The connection must belong to the caller's account.
 * Members see their own connections, and apps see the connection they use. Keys without the scope `admin` see
 * none.
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
    form_ids: of.form_ids ?? null,
    resource: of.resource ?? null,
    created_at: of.created_at,
    last_used_at: of.last_used_at,
    expires_at: of.family.expires_at,
  };
}

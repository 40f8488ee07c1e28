/**
 * Defines connections: the apps that members have authorized for the account, and the permissions that they granted
 * (docs/specification.md, "Connections"). A connection acts for its member. At each request, it has those of the
 * granted permissions that the member still has. It ends when its member or app is removed, or when the member or the
 * app ends it.
 */
import * as z from 'zod';
import { scopes } from '../../core/scope.ts';
import { HOUR, timestamp } from '../../core/clock.ts';
import type { RandomBytes } from '../../core/random.ts';
import { newRefreshFamily, refreshFamily } from './refresh-family.ts';

/** Schema of a stored connection, which is created when the app redeems its authorization code. */
export const connection = z.object({
  account_id: z.string(),
  connection_id: z.string(),
  /** The member who authorized the app. */
  member_id: z.string(),
  client_id: z.string(),
  /** The app's name at the time of authorization. */
  app_name: z.string(),
  /** Permissions that the member granted. */
  scopes: z.array(z.enum(scopes)),
  /** Forms that the member chose for the app; absent if the app gets all forms that the member can access. */
  form_ids: z.array(z.string()).optional(),
  /** URL of the resource that all access tokens are bound to (`core/web/mcp-resource.ts`). Absent for the API. */
  resource: z.string().optional(),
  created_at: z.string(),
  /** Time of the last use, rounded to the hour. */
  last_used_at: z.string(),
  family: refreshFamily,
});
export type Connection = z.infer<typeof connection>;

/** The permissions that a member has granted to an app that hasn't redeemed its code yet. */
export const consent = connection.omit({ created_at: true, last_used_at: true, family: true });
export type Consent = z.infer<typeof consent>;

/**
 * Creates a connection from a consent.
 * @returns its refresh token, which is shown only once, and the stored connection
 */
export function newConnection(
  agreed: Consent,
  at: number,
  random: RandomBytes,
): { refreshToken: string; stored: Connection } {
  const { token, family } = newRefreshFamily(agreed.connection_id, at, random);
  return {
    refreshToken: token,
    stored: {
      // Parsing removes the other attributes of the redeemed code.
      ...consent.parse(agreed),
      created_at: timestamp(at),
      last_used_at: timestamp(at),
      family,
    },
  };
}

/**
 * Returns true if the connection has expired because the app hasn't used it for too long. The member can still end an
 * expired connection.
 */
export function isUnused({ family }: Pick<Connection, 'family'>, at: number): boolean {
  return at >= Date.parse(family.expires_at);
}

/** Returns true if the stored time of the last use must be updated. */
export function isUseStale({ last_used_at }: Pick<Connection, 'last_used_at'>, at: number): boolean {
  return Date.parse(last_used_at) <= at - HOUR;
}

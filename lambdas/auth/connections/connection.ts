/**
 * Connections: the apps that members have authorized for the account, and their permissions
 * (docs/specification.md, "Connections"). A connection acts for its member. It may do what the member agreed
 * to, as far as the member may do it at the time of each request. It ends when its member or app is removed,
 * or when either of them ends it.
 */
import * as z from 'zod';
import { scopes } from '../../core/scope.ts';
import { HOUR, timestamp } from '../../core/clock.ts';
import type { RandomBytes } from '../../core/random.ts';
import { newRefreshFamily, refreshFamily } from './refresh-family.ts';

/** A connection as stored, from the time its app has redeemed the authorization code. */
export const connection = z.object({
  account_id: z.string(),
  connection_id: z.string(),
  /** The member who authorized the app. */
  member_id: z.string(),
  client_id: z.string(),
  /** The app's name when it was authorized. */
  app_name: z.string(),
  /** The permissions that the member agreed to. */
  scopes: z.array(z.enum(scopes)),
  created_at: z.string(),
  /** Time of the last use, to the hour. */
  last_used_at: z.string(),
  /** Its refresh tokens. */
  family: refreshFamily,
});
export type Connection = z.infer<typeof connection>;

/**
 * The permissions that a member agreed to, before the app has redeemed its code. The app has access to the
 * forms that the member may use.
 */
export const consent = connection.omit({ created_at: true, last_used_at: true, family: true });
export type Consent = z.infer<typeof consent>;

/**
 * Creates the connection of a consent.
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
      // A redeemed code contains more than the consent.
      ...consent.parse(agreed),
      created_at: timestamp(at),
      last_used_at: timestamp(at),
      family,
    },
  };
}

/**
 * Whether the app has not used the connection for so long that it no longer can. Its member can still end it.
 */
export function isUnused({ family }: Pick<Connection, 'family'>, at: number): boolean {
  return at >= Date.parse(family.expires_at);
}

/** Whether the stored time of the last use must be updated. */
export function isUseStale({ last_used_at }: Pick<Connection, 'last_used_at'>, at: number): boolean {
  return Date.parse(last_used_at) <= at - HOUR;
}

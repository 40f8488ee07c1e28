/**
 * Connections: which apps a member has let in to the account, and to what (docs/specification.md, "Connections"). A
 * connection acts for its member: it may do what the member agreed to, as far as the member may do it at the time of
 * each request. It ends with its member and with its app, and when the member or the app ends it.
 */
import * as z from 'zod';
import { scopes, type Scope } from '../auth/scope.ts';
import { HOUR, timestamp } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { newRefreshFamily, refreshFamily } from './refresh-family.ts';

/** A connection as it is stored, from the moment that its app has redeemed the authorization code. */
export const connection = z.object({
  account_id: z.string(),
  connection_id: z.string(),
  /** Who let the app in. */
  member_id: z.string(),
  client_id: z.string(),
  /** What the app was called when it was let in. */
  app_name: z.string(),
  /** What the member agreed to. */
  scopes: z.array(z.enum(scopes)),
  /** The forms that the member agreed to; absent when to all that the member may use. */
  form_ids: z.array(z.string()).optional(),
  created_at: z.string(),
  /** Time of the last use, to the hour. */
  last_used_at: z.string(),
  /** Its refresh tokens. */
  family: refreshFamily,
});
export type Connection = z.infer<typeof connection>;

/** What a member has agreed to, before the app has redeemed its code. */
export interface Consent {
  readonly account_id: string;
  readonly connection_id: string;
  readonly member_id: string;
  readonly client_id: string;
  readonly app_name: string;
  readonly scopes: readonly Scope[];
  readonly form_ids?: readonly string[] | undefined;
}

/**
 * Makes the connection of a consent.
 * @returns its refresh token, which is shown only once, and what is stored
 */
export function newConnection(
  { account_id, connection_id, member_id, client_id, app_name, scopes: agreed, form_ids }: Consent,
  at: number,
  random: RandomBytes,
): { refreshToken: string; stored: Connection } {
  const { token, family } = newRefreshFamily(connection_id, at, random);
  return {
    refreshToken: token,
    stored: {
      ...{ account_id, connection_id, member_id, client_id, app_name },
      scopes: [...agreed],
      ...(form_ids && { form_ids: [...form_ids] }),
      created_at: timestamp(at),
      last_used_at: timestamp(at),
      family,
    },
  };
}

/** Whether the app has not used the connection for so long that it cannot any more; its member may end it still. */
export function isUnused({ family }: Pick<Connection, 'family'>, at: number): boolean {
  return at >= Date.parse(family.expires_at);
}

/** Whether the time of the last use is to be stored anew. */
export function isUseStale({ last_used_at }: Pick<Connection, 'last_used_at'>, at: number): boolean {
  return Date.parse(last_used_at) <= at - HOUR;
}

/**
 * Defines the ledger of an account's subscriptions. It lists the subscriptions of all forms, so that they can be
 * counted, and its version makes concurrent requests take turns. An entry whose subscription has ended does no
 * harm, because the subscriptions themselves decide.
 */
import * as z from 'zod';
import type { Webhook } from '../webhook.ts';
import { MAX_OF_ACCOUNT, MAX_OF_PRINCIPAL } from './subscription.ts';

/** Prefix of the counter names of ledgers. The account's id follows. */
export const SUBSCRIPTION_LEDGER = 'event-subscriptions#';

export const ledger = z.object({ version: z.string(), ids: z.array(z.string()) });
export type Ledger = z.infer<typeof ledger>;

/** A subscription that counts towards the limits. */
export type Counted = Pick<Webhook, 'webhook_id' | 'connection_id' | 'key'>;

/**
 * Returns the limit that another subscription would exceed, or undefined if there is room.
 * @param others the account's subscriptions that haven't ended
 */
export function exceededLimit(principalId: string, others: readonly Counted[]): number | undefined {
  const own = others.filter(({ connection_id, key }) => (connection_id ?? key?.key_id) === principalId);
  if (own.length >= MAX_OF_PRINCIPAL) return MAX_OF_PRINCIPAL;
  return others.length >= MAX_OF_ACCOUNT ? MAX_OF_ACCOUNT : undefined;
}

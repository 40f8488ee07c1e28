/**
 * Defines the ledger of an account's subscriptions. The ledger lists the account's subscriptions across all
 * forms, so that they can be counted. Its version detects concurrent changes. An entry for a subscription
 * that has ended is harmless, because only current subscriptions count towards the limits.
 */
import * as z from 'zod';
import type { Webhook } from '../webhook.ts';
import { MAX_OF_ACCOUNT, MAX_OF_PRINCIPAL } from './subscription.ts';

/** Prefix of the names of ledgers in the Counters table. The account's id follows. */
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

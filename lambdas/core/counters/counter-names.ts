/**
 * Defines the names of form counters, quota counters and the shards of quota counters (Counters table;
 * docs/decisions/0053-sharded-quota-counter.md). Some change markers are stored in these counters.
 */
import { timestamp } from '../clock.ts';

/** Prefix for the names of the forms' counters. */
export const FORM_COUNTS = 'counts#';
export const formCounter = (formId: string): string => `${FORM_COUNTS}${formId}`;

/** Prefix for the names of quota counters. */
export const QUOTA_COUNTER = 'quota#';

/** Returns the name of the account's quota counter for the calendar month (UTC) that contains `at`. */
export function quotaCounterName(accountId: string, at: number): string {
  return `${QUOTA_COUNTER}${accountId}#${timestamp(at).slice(0, 'yyyy-mm'.length)}`;
}

/**
 * Maximum number of shards of a quota counter. Don't lower this number, because the units in the removed shards
 * would be lost.
 */
export const QUOTA_SHARDS = 20;

/**
 * Returns the name of a quota counter's shard.
 * @param quotaCounter name of the account's quota counter
 */
export const quotaShardName = (quotaCounter: string, index: number): string => `${quotaCounter}#${index}`;

/** Returns the attribute of a quota counter that stores the number of units allocated to a shard. */
export const shardAttribute = (index: number): string => `shard_${index}`;

/** Returns the shards that have been allocated units from the quota counter. */
export function shardsOf(
  quotaCounter: Readonly<Record<string, unknown>>,
): { readonly index: number; readonly allocated: number }[] {
  return Array.from({ length: QUOTA_SHARDS }, (_, index) => ({
    index,
    allocated: Number(quotaCounter[shardAttribute(index)] ?? 0),
  })).filter(({ allocated }) => allocated > 0);
}

/** Returns the names of a stored quota counter's shards. Returns none for any other counter. */
export const shardNamesIn = (item: Readonly<Record<string, unknown>>): string[] =>
  shardsOf(item).map(({ index }) => quotaShardName(String(item['counter']), index));

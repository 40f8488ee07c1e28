/**
 * Defines the shards of a busy account's quota counter. Units are allocated from the counter to a shard, and
 * submissions then reserve units from the shard (docs/decisions/0053-sharded-quota-counter.md).
 */
import * as z from 'zod';
import { MINUTE } from '../core/clock.ts';
import { QUOTA_SHARDS, quotaShardName, shardAttribute, shardsOf } from '../core/counters/counter-names.ts';
import { quotaItem, type QuotaItem } from './quota.ts';

/** Maximum number of unused units in all of an account's shards combined, as a fraction of the quota. */
const SHARE_OF_SHARDS = 0.01;
/** Minimum capacity of a shard. A smaller shard would need new units too often. */
const MIN_CAPACITY = 10;
const MAX_CAPACITY = 1000;
/**
 * How long a shard's copy of the limits may be used, in milliseconds. Changing the account removes the copy,
 * unless an older version of the service or its commands makes the change, because older versions don't know
 * about shards.
 */
export const OPEN_FOR = MINUTE;

/**
 * Schema of a stored shard. Like the quota counter, it contains a copy of the account's limits, which is removed
 * when the account changes. `used` is never higher than `allocated`. `generation` is the counter's generation at
 * the time the limits were copied or removed.
 */
export const quotaShard = quotaItem.extend({
  /** Number of units allocated to this shard this month. Absent if the limits were never copied. */
  allocated: z.int().optional(),
  /** Value of the counter's `used` when the limits were copied. */
  used_of_counter: z.int().optional(),
  /** Time until which the copy of the limits may be used, in milliseconds since the epoch. */
  open_until: z.int().optional(),
});
export type QuotaShard = z.infer<typeof quotaShard>;

/**
 * Returns the maximum number of unused units in a shard. Returns 0 if the quota is too small for shards.
 * @param limit the account's monthly quota
 */
export function shardCapacity(limit: number): number {
  const capacity = Math.floor((limit * SHARE_OF_SHARDS) / QUOTA_SHARDS);
  return capacity < MIN_CAPACITY ? 0 : Math.min(MAX_CAPACITY, capacity);
}

/**
 * Returns true for the reservation that has to request more units for its shard. Each unit is reserved only
 * once, so this is true for only one of many concurrent reservations.
 */
export function isHalfEmpty({ used, allocated = 0, quota_limit: limit = 0 }: QuotaShard): boolean {
  return allocated - used === Math.floor(shardCapacity(limit) / 2);
}

/** An allocation of units from the counter to a shard. */
export interface Allocation {
  /**
   * Number of units to move from the counter to the shard. 0 if the counter already records them as allocated to
   * the shard.
   */
  readonly units: number;
  /** The shard's total as recorded in the counter, before the units are moved. */
  readonly before: number;
  /** The shard's total after the units are moved. */
  readonly allocated: number;
}

/**
 * Decides how many units a shard gets. Returns undefined if the counter has no units left, or if the quota is
 * too small for shards.
 * @param counter a quota counter with a copy of the limits, read after the shard
 */
export function allocationFor(
  counter: QuotaItem,
  index: number,
  shard: QuotaShard | undefined,
  now: number,
): Allocation | undefined {
  const { used, quota_limit: limit = 0, generation = 0 } = counter;
  // If the limit has been lowered, the units allocated to shards may already exceed it.
  if (used > limit) return undefined;
  const before = Number(counter[shardAttribute(index)] ?? 0);
  const { used: usedOfShard = 0, allocated = 0, generation: generationOfShard = 0 } = shard ?? {};
  const isOpen = shard?.quota_limit !== undefined && now < (shard.open_until ?? 0);
  // Another function may have crashed after it took units from the counter, or a change to the account may have
  // closed the shard.
  const isBehind = !isOpen || allocated < before || generationOfShard < generation;
  if (isBehind && before > usedOfShard) return { units: 0, before, allocated: before };
  const missing = shardCapacity(limit) - (before - usedOfShard);
  const units = Math.min(missing, limit - used);
  return units > 0 ? { units, before, allocated: before + units } : undefined;
}

/**
 * Returns the number of accepted submissions that a quota counter and its shards have counted.
 * @param usedOfShards number of units used in each shard, keyed by shard name
 */
export function usedWithShards(
  counter: QuotaItem,
  name: string,
  usedOfShards: ReadonlyMap<string, number>,
): number {
  return shardsOf(counter).reduce(
    (used, { index, allocated }) => used - allocated + (usedOfShards.get(quotaShardName(name, index)) ?? 0),
    counter.used,
  );
}

/**
 * Estimates how much of the quota is used from a shard's copy of the counter. The estimate errs on the high
 * side, usually by at most 2% of the quota, so that a notice to the owner is never missed.
 */
export function estimatedUse(usedOfCounter: number, limit: number): number {
  return Math.min(limit - 1, usedOfCounter + shardCapacity(limit) * QUOTA_SHARDS);
}

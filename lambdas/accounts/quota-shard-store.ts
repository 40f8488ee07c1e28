/** Reserves units from the shards of a busy account's quota counter (Counters table). */
import type { CounterLimit } from '../core/counters/counter-limit.ts';
import {
  QUOTA_SHARDS,
  quotaShardName,
  shardAttribute,
  shardNamesIn,
  shardsOf,
} from '../core/counters/counter-names.ts';
import { readCounters } from '../aws/counter-store.ts';
import { conditionHolds, isThrottled, type DocumentClient } from '../aws/dynamodb.ts';
import type { QuotaClients } from '../aws/item-client.ts';
import { takeUnit } from './quota-unit-store.ts';
import { copiedState, isCopied, quotaItemIfStored, type CopiedLimits, type QuotaState } from './quota.ts';
import type { QuotaLoad } from './quota-load.ts';
import {
  allocationFor,
  estimatedUse,
  isHalfEmpty,
  OPEN_FOR,
  quotaShard,
  usedWithShards,
  type Allocation,
  type QuotaShard,
} from './quota-shards.ts';

/** Maximum number of attempts to reserve a unit while other functions use the same shard. */
const MAX_ATTEMPTS = 5;

const shardIfStored = quotaShard.optional();

export interface ShardConfig {
  readonly table: string;
  /** Digest of the stage's plans. */
  readonly plans: string;
  readonly load: QuotaLoad;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

export function quotaShardStore({ db, failFast }: Omit<QuotaClients, 'items'>, config: ShardConfig) {
  const { table, plans, load, random } = config;
  const anyIndex = (count: number): number => Math.floor(random() * count);

  /**
   * Moves units from the counter to a shard. Returns false if the counter has changed since it was read. The
   * update never takes effect twice, because it checks and changes the counter's record of the shard.
   */
  const moveUnits = (
    { counter }: CounterLimit,
    index: number,
    { quota_limit: limit, generation }: CopiedLimits,
    { units, before, allocated }: Allocation,
    now: number,
  ): Promise<boolean> =>
    conditionHolds(
      failFast.update({
        TableName: table,
        Key: { counter },
        UpdateExpression: 'SET used = used + :units, #shard = :allocated, reserved_at = :now',
        ConditionExpression: [
          'used <= :most',
          'quota_limit = :limit',
          'plans = :plans',
          before === 0 ? 'attribute_not_exists(#shard)' : '#shard = :before',
          generation === undefined ? 'attribute_not_exists(generation)' : 'generation = :generation',
        ].join(' AND '),
        ExpressionAttributeNames: { '#shard': shardAttribute(index) },
        ExpressionAttributeValues: {
          ':units': units,
          ':allocated': allocated,
          ':now': now,
          ':most': limit - units,
          ':limit': limit,
          ':plans': plans,
          ...(before !== 0 && { ':before': before }),
          ...(generation !== undefined && { ':generation': generation }),
        },
      }),
    );

  /**
   * Copies the limits to a shard, together with the number of units that the counter has allocated to the shard.
   */
  const openShard = (
    { counter, expiresAt }: CounterLimit,
    limits: CopiedLimits,
    allocated: number,
    { usedOfCounter, now }: { usedOfCounter: number; now: number },
  ): Promise<boolean> =>
    conditionHolds(
      failFast.update({
        TableName: table,
        Key: { counter },
        UpdateExpression:
          'SET used = if_not_exists(used, :none), allocated = :allocated, used_of_counter = :used, open_until = :until, quota_limit = :limit, ' +
          '#plan = :plan, plans = :plans, generation = :generation, expires_at = :expires' +
          (limits.no_account_webhooks ? ', no_account_webhooks = :yes' : ' REMOVE no_account_webhooks'),
        // The account may have changed since the counter was read, or another function may have added units.
        ConditionExpression:
          '(attribute_not_exists(generation) OR generation <= :generation) AND (attribute_not_exists(allocated) OR allocated <= :allocated)',
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: {
          ':none': 0,
          ':allocated': allocated,
          ':used': usedOfCounter,
          ':until': now + OPEN_FOR,
          ':limit': limits.quota_limit,
          ':plan': limits.plan,
          ':plans': plans,
          ':generation': limits.generation ?? 0,
          ':expires': expiresAt,
          ...(limits.no_account_webhooks && { ':yes': true }),
        },
      }),
    );

  /** Adds units to a shard. Returns false if the counter has none left or has no copy of the limits. */
  const addUnits = async (
    counter: CounterLimit,
    index: number,
    shard: QuotaShard | undefined,
    now: number,
  ): Promise<boolean> => {
    const Key = { counter: counter.counter };
    const item = quotaItemIfStored.parse(await failFast.get({ TableName: table, Key, ConsistentRead: true }));
    if (!isCopied(item, plans)) return false;
    load.measure(counter.counter, item, now);
    const allocation = allocationFor(item, index, shard, now);
    if (!allocation) return false;
    const { units, allocated } = allocation;
    if (units > 0 && !(await moveUnits(counter, index, item, allocation, now))) return true;
    const name = quotaShardName(counter.counter, index);
    await openShard({ ...counter, counter: name }, item, allocated, {
      usedOfCounter: item.used + units,
      now,
    });
    return true;
  };

  const reserveFrom = async (
    counter: CounterLimit,
    index: number,
    now: number,
  ): Promise<QuotaState | undefined> => {
    const ofShard = { ...counter, counter: quotaShardName(counter.counter, index) };
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const taken = await takeUnit(failFast, table, ofShard.counter, { isShard: true, plans, now });
      const shard = shardIfStored.parse(taken.item);
      const isOpen = isCopied(shard, plans) && now < (shard.open_until ?? 0);
      if (isOpen && taken.isReserved) {
        // Ignore errors here, because the unit is already reserved. Once the shard is empty, the next submission
        // tries again to add units.
        if (isHalfEmpty(shard)) await addUnits(counter, index, shard, now).catch(() => false);
        const used = estimatedUse(shard.used_of_counter ?? 0, shard.quota_limit);
        return copiedState(ofShard, shard, { used, isReserved: true });
      }
      if (isOpen && load.isEmpty(counter.counter, shard.generation ?? 0, now))
        return copiedState(ofShard, shard, { used: shard.quota_limit, isReserved: false });
      if (!(await addUnits(counter, index, shard, now))) return undefined;
    }
    return undefined;
  };

  return {
    /**
     * Reserves a unit from a random shard. Returns undefined if the account has no shards, or if the counter
     * has no units left for the shard.
     * @throws Unavailable if two shards are throttled
     */
    async reserve(counter: CounterLimit, now: number): Promise<QuotaState | undefined> {
      const index = anyIndex(QUOTA_SHARDS);
      try {
        return await reserveFrom(counter, index, now);
      } catch (error) {
        if (!isThrottled(error)) throw error;
        const another = (index + 1 + anyIndex(QUOTA_SHARDS - 1)) % QUOTA_SHARDS;
        return reserveFrom(counter, another, now);
      }
    },

    /**
     * Reserves a unit that is left in one of the shards after all of the counter's units have been used. Returns
     * undefined if no units are left.
     */
    async reserveLeftover(
      counter: CounterLimit,
      item: CopiedLimits,
      now: number,
    ): Promise<QuotaState | undefined> {
      const { generation = 0, used, quota_limit: limit } = item;
      if (used > limit || shardsOf(item).length === 0 || load.isEmpty(counter.counter, generation, now))
        return undefined;
      const usedOf = await usedOfShards(db, table, { ...item, counter: counter.counter });
      const left = shardsOf(item).filter(
        ({ index, allocated }) => allocated > (usedOf.get(quotaShardName(counter.counter, index)) ?? 0),
      );
      const shard = left[anyIndex(left.length)];
      if (shard) return reserveFrom(counter, shard.index, now);
      load.markEmpty(counter.counter, generation, now);
      return undefined;
    },
  };
}

/** Returns the number of units used in each shard, keyed by shard name. Uses strongly consistent reads. */
async function usedOfShards(
  db: DocumentClient,
  table: string,
  counter: Readonly<Record<string, unknown>>,
): Promise<Map<string, number>> {
  const shards = await readCounters(db, table, shardNamesIn(counter));
  return new Map(shards.map((shard) => [String(shard['counter']), quotaShard.parse(shard).used]));
}

/**
 * Returns the number of accepted submissions that a stored quota counter has counted. If the counter has
 * shards, reads them in another round trip.
 */
export async function readUsed(db: DocumentClient, table: string, item: unknown): Promise<number> {
  const counter = quotaItemIfStored.parse(item);
  if (!counter) return 0;
  return usedWithShards(counter, String(counter['counter']), await usedOfShards(db, table, counter));
}

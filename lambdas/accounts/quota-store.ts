/**
 * Reserves quota units for form submissions (Counters and Accounts tables). Each monthly counter contains a
 * copy of the account's limits, so that a single conditional update can check the limit and increment the
 * counter without another read (docs/decisions/0040-limits-in-the-quota-counter.md).
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LimitedAccount } from './account.ts';
import { limitedAccountStore } from './account-store.ts';
import type { Plans } from './plans.ts';
import { QuotaLoad } from './quota-load.ts';
import { quotaShardStore, readUsed } from './quota-shard-store.ts';
import { takeUnit } from './quota-unit-store.ts';
import {
  copiedState,
  digestOfPlans,
  isCopied,
  monthlyQuota,
  quotaCounter,
  quotaCountersAround,
  quotaItem,
  quotaItemIfStored,
  type QuotaState,
} from './quota.ts';
import { counterStore } from '../aws/counter-store.ts';
import { conditionHolds, isThrottled, type DocumentClient } from '../aws/dynamodb.ts';
import type { ItemClient, QuotaClients } from '../aws/item-client.ts';
import type { CounterLimit } from '../core/counters/counter-limit.ts';
import { quotaShardName, shardsOf } from '../core/counters/counter-names.ts';
import { Unavailable } from '../core/errors/errors.ts';

/** Maximum number of attempts to reserve a unit while the account keeps changing. */
const MAX_ATTEMPTS = 5;

export function quotaStore(
  { db, items, failFast }: QuotaClients,
  tables: { readonly accounts: string; readonly counters: string },
  plans: Plans,
  random: () => number = Math.random,
) {
  const accounts = limitedAccountStore(db, tables.accounts);
  const ofThesePlans = digestOfPlans(plans);
  const load = new QuotaLoad();
  const shards = quotaShardStore(
    { db, failFast },
    { table: tables.counters, plans: ofThesePlans, load, random },
  );

  /** Builds the quota state from the account. Used when the counter has no copy of the limits. */
  const stateOfAccount = (
    counter: CounterLimit,
    account: LimitedAccount | undefined,
    used: number,
  ): QuotaState => ({
    counter: { ...counter, limit: account ? monthlyQuota(account, plans) : 0 },
    plan: account?.plan,
    isSuspended: account?.suspended_at !== undefined,
    noAccountWebhooks: account?.no_account_webhooks === true,
    used,
    isReserved: false,
  });

  /**
   * Copies the account's limits into the counter, unless the account has changed since the counter's
   * generation was read.
   */
  const copyLimits = async (
    { counter, expiresAt }: CounterLimit,
    account: LimitedAccount,
    generation: number | undefined,
  ): Promise<void> => {
    const isOfThen =
      generation === undefined ? 'attribute_not_exists(generation)' : 'generation = :generation';
    const assignments = [
      'used = if_not_exists(used, :none)',
      'quota_limit = :limit',
      '#plan = :plan',
      'plans = :plans',
      'expires_at = :expires',
      ...(account.no_account_webhooks ? ['no_account_webhooks = :yes'] : []),
    ];
    await conditionHolds(
      db.send(
        new UpdateCommand({
          TableName: tables.counters,
          Key: { counter },
          UpdateExpression: `SET ${assignments.join(', ')}`,
          ConditionExpression: isOfThen,
          ExpressionAttributeNames: { '#plan': 'plan' },
          ExpressionAttributeValues: {
            ':none': 0,
            ':limit': monthlyQuota(account, plans),
            ':plan': account.plan,
            ':plans': ofThesePlans,
            ':expires': expiresAt,
            ...(account.no_account_webhooks && { ':yes': true }),
            ...(generation !== undefined && { ':generation': generation }),
          },
        }),
      ),
    );
  };

  const reserveFromCounter = async (
    client: ItemClient,
    accountId: string,
    counter: CounterLimit,
    now: number,
  ): Promise<QuotaState> => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      // Read the counter's generation before the account, because every change to the account
      // increments the generation.
      const of = { isShard: false, plans: ofThesePlans, now };
      const taken = await takeUnit(client, tables.counters, counter.counter, of);
      const item = quotaItemIfStored.parse(taken.item);
      if (isCopied(item, ofThesePlans)) {
        load.measure(counter.counter, item, now);
        if (taken.isReserved) return copiedState(counter, item, { used: item.used - 1, isReserved: true });
        const leftover = await shards.reserveLeftover(counter, item, now);
        return leftover ?? copiedState(counter, item, { used: item.used, isReserved: false });
      }
      const account = await accounts.find(accountId);
      if (account?.suspended_at !== undefined || !account)
        return stateOfAccount(counter, account, item?.used ?? 0);
      await copyLimits(counter, account, item?.generation);
    }
    throw new Unavailable();
  };

  /**
   * Reserves a unit for an account that is known to be busy. Doesn't wait if the counter is throttled, because
   * the waiting requests could use up all of Lambda's concurrency.
   */
  const reserveWhileBusy = async (
    accountId: string,
    counter: CounterLimit,
    now: number,
  ): Promise<QuotaState> => {
    const { counter: name } = counter;
    if (load.isBraked(name, now)) throw new Unavailable();
    try {
      const ofShard = load.usesShards(name, now) ? await shards.reserve(counter, now) : undefined;
      return ofShard ?? (await reserveFromCounter(failFast, accountId, counter, now));
    } catch (error) {
      if (isThrottled(error)) {
        load.countThrottled(name, now);
        load.brake(name, now);
      }
      throw error;
    }
  };

  return {
    /**
     * Reserves a unit in the month of `now`, unless the quota is used up or the account is suspended.
     * Concurrent calls never exceed the quota. Changes to the account take effect once `forgetLimits` has
     * returned.
     * @throws Unavailable if DynamoDB throttles the account's counter
     */
    async reserve(accountId: string, now: number): Promise<QuotaState> {
      const counter = quotaCounter(accountId, now, 0);
      if (load.isBusy(counter.counter, now)) return reserveWhileBusy(accountId, counter, now);
      try {
        return await reserveFromCounter(failFast, accountId, counter, now);
      } catch (error) {
        if (!isThrottled(error)) throw error;
      }
      load.countThrottled(counter.counter, now);
      const ofShard = await shards.reserve(counter, now).catch(() => undefined);
      return ofShard ?? reserveFromCounter(items, accountId, counter, now);
    },

    /**
     * Returns the quota state without reserving a unit, using a strongly consistent read. If the counter has
     * shards, another read follows.
     */
    async find(accountId: string, now: number): Promise<QuotaState> {
      const counter = quotaCounter(accountId, now, 0);
      const { Item } = await db.send(
        new GetCommand({
          TableName: tables.counters,
          Key: { counter: counter.counter },
          ConsistentRead: true,
        }),
      );
      const item = quotaItemIfStored.parse(Item);
      const used = await readUsed(db, tables.counters, item);
      if (isCopied(item, ofThesePlans)) return copiedState(counter, item, { used, isReserved: false });
      return stateOfAccount(counter, await accounts.find(accountId), used);
    },

    /** Releases a unit reserved by `reserve`. */
    release: counterStore(db, tables.counters).release,
  };
}

/**
 * Removes the copies of an account's limits after the account has changed. The next submission reads the
 * account again, and no request can store limits that it read before the change.
 */
export async function forgetLimits(
  db: DocumentClient,
  countersTable: string,
  accountId: string,
  now: number,
): Promise<void> {
  const REMOVE = 'REMOVE quota_limit, #plan, plans, no_account_webhooks';
  for (const { counter, expiresAt } of quotaCountersAround(accountId, now)) {
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName: countersTable,
        Key: { counter },
        UpdateExpression: `SET used = if_not_exists(used, :none), expires_at = :expires ADD generation :one ${REMOVE}`,
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: { ':none': 0, ':one': 1, ':expires': expiresAt },
        ReturnValues: 'ALL_NEW',
      }),
    );
    // `Attributes` lists all shards that can have older limits. Shards added from now on get the new limits.
    const { generation = 0, ...item } = quotaItem.parse(Attributes ?? { used: 0 });
    const forgetShard = ({ index }: { index: number }): Promise<boolean> =>
      conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: countersTable,
            Key: { counter: quotaShardName(counter, index) },
            UpdateExpression: `SET used = if_not_exists(used, :none), expires_at = :expires, generation = :generation ${REMOVE}`,
            ConditionExpression: 'attribute_not_exists(generation) OR generation < :generation',
            ExpressionAttributeNames: { '#plan': 'plan' },
            ExpressionAttributeValues: { ':none': 0, ':expires': expiresAt, ':generation': generation },
          }),
        ),
      );
    await Promise.all(shardsOf(item).map(forgetShard));
  }
}

/**
 * Reserves quota units for form submissions (Counters and Accounts tables). Each monthly counter contains a
 * copy of the account's limits, so that a single conditional update can check the limit and increment the
 * counter without another read (docs/decisions/0040-limits-in-the-quota-counter.md).
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LimitedAccount } from './account.ts';
import { limitedAccountStore } from './account-store.ts';
import type { Plans } from './plans.ts';
import {
  digestOfPlans,
  monthlyQuota,
  quotaCounter,
  quotaCountersAround,
  quotaItem,
  type QuotaItem,
  type QuotaState,
} from './quota.ts';
import { counterStore } from '../aws/counter-store.ts';
import { conditionHolds, itemOfFailedUpdate, type DocumentClient } from '../aws/dynamodb.ts';
import type { HotPathClients } from '../aws/item-client.ts';
import type { CounterLimit } from '../core/counters/counter-limit.ts';
import { Unavailable } from '../core/errors/errors.ts';

/** Maximum number of attempts to reserve a unit while the account keeps changing. */
const MAX_ATTEMPTS = 5;

type Copied = QuotaItem & Required<Pick<QuotaItem, 'quota_limit' | 'plan'>>;

export function quotaStore(
  { db, items }: HotPathClients,
  tables: { readonly accounts: string; readonly counters: string },
  plans: Plans,
) {
  const accounts = limitedAccountStore(db, tables.accounts);
  const ofThesePlans = digestOfPlans(plans);

  const isCopied = (item: QuotaItem | undefined): item is Copied =>
    item?.quota_limit !== undefined && item.plan !== undefined && item.plans === ofThesePlans;

  const stateOf = (
    counter: CounterLimit,
    { used, quota_limit: limit, plan, reserved_at: reservedAt, no_account_webhooks }: Copied,
    isReserved: boolean,
  ): QuotaState => ({
    counter: { ...counter, limit },
    plan,
    isSuspended: false,
    noAccountWebhooks: no_account_webhooks === true,
    used: isReserved ? used - 1 : used,
    isReserved,
    ...(!isReserved && { reservedAt }),
  });

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
   * Reserves a unit by incrementing the counter. Does nothing if the counter's copy of the limits doesn't
   * allow another submission.
   */
  const take = async (
    { counter }: CounterLimit,
    now: number,
  ): Promise<{ isReserved: boolean; item: QuotaItem | undefined }> => {
    try {
      const updated = await items.update({
        TableName: tables.counters,
        Key: { counter },
        UpdateExpression: 'SET used = used + :one, reserved_at = :now',
        ConditionExpression: 'used < quota_limit AND plans = :plans',
        ExpressionAttributeValues: { ':one': 1, ':now': now, ':plans': ofThesePlans },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      return { isReserved: true, item: quotaItem.parse(updated) };
    } catch (error) {
      const failed = itemOfFailedUpdate(error);
      if (!failed) throw error;
      return { isReserved: false, item: quotaItem.optional().parse(failed.item) };
    }
  };

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

  return {
    /**
     * Reserves a unit in the month of `now`, unless the quota is used up or the account is suspended.
     * Concurrent calls never exceed the quota. Changes to the account take effect once `forgetLimits` has
     * returned.
     */
    async reserve(accountId: string, now: number): Promise<QuotaState> {
      const counter = quotaCounter(accountId, now, 0);
      for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
        // Read the counter's generation before the account, because every change to the account
        // increments the generation.
        const { isReserved, item } = await take(counter, now);
        if (isCopied(item)) return stateOf(counter, item, isReserved);
        const account = await accounts.find(accountId);
        if (account?.suspended_at !== undefined || !account)
          return stateOfAccount(counter, account, item?.used ?? 0);
        await copyLimits(counter, account, item?.generation);
      }
      throw new Unavailable();
    },

    /** Returns the quota state without reserving a unit, using a strongly consistent read. */
    async find(accountId: string, now: number): Promise<QuotaState> {
      const counter = quotaCounter(accountId, now, 0);
      const { Item } = await db.send(
        new GetCommand({
          TableName: tables.counters,
          Key: { counter: counter.counter },
          ConsistentRead: true,
        }),
      );
      const item = quotaItem.optional().parse(Item);
      if (isCopied(item)) return stateOf(counter, item, false);
      return stateOfAccount(counter, await accounts.find(accountId), item?.used ?? 0);
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
  for (const { counter, expiresAt } of quotaCountersAround(accountId, now)) {
    await db.send(
      new UpdateCommand({
        TableName: countersTable,
        Key: { counter },
        UpdateExpression:
          'SET used = if_not_exists(used, :none), expires_at = :expires ADD generation :one REMOVE quota_limit, #plan, plans, no_account_webhooks',
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: { ':none': 0, ':one': 1, ':expires': expiresAt },
      }),
    );
  }
}

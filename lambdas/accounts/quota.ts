/**
 * Defines the monthly quota counter, which limits an account's accepted submissions and contains a copy of
 * the account's limits. `accounts/quota-store.ts` reserves units for ingest.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Account } from './account.ts';
import { planNames, type PlanName, type Plans } from './plans.ts';
import { epochSeconds, HOUR, timestamp } from '../core/clock.ts';
import type { CounterLimit } from '../core/counters/counter-limit.ts';
import { quotaCounterName } from '../core/counters/counter-names.ts';

/**
 * Returns the maximum number of accepted submissions per month: the account's quota if set, otherwise the
 * plan's.
 */
export function monthlyQuota(of: Pick<Account, 'plan' | 'monthly_quota'>, all: Plans): number {
  return of.monthly_quota ?? all[of.plan].monthly_quota;
}

/**
 * Returns the counter for the account's accepted submissions in the calendar month (UTC) that contains `at`.
 */
export function quotaCounter(accountId: string, at: number, limit: number): CounterLimit {
  const month = timestamp(at).slice(0, 'yyyy-mm'.length);
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  const afterNextMonth = Date.UTC(year, monthNumber + 1, 1);
  return {
    counter: quotaCounterName(accountId, at),
    limit,
    expiresAt: epochSeconds(afterNextMonth),
  };
}

/**
 * Schema of a stored quota counter. If it has `quota_limit`, it contains a copy of the account's limits, so
 * that ingest doesn't need to read the account. Only active accounts have a copy
 * (docs/decisions/0040-limits-in-the-quota-counter.md).
 */
export const quotaItem = z
  .object({
    /** Number of units used, including all units that were allocated to shards. */
    used: z.int(),
    quota_limit: z.int().optional(),
    plan: z.enum(planNames).optional(),
    /** Digest of the stage's plans at the time the limit was copied. */
    plans: z.string().optional(),
    no_account_webhooks: z.literal(true).optional(),
    /**
     * Incremented each time the copied limits are removed because the account changed; absent until this first
     * happens in a month.
     */
    generation: z.int().optional(),
    /** Time of the last reservation, in milliseconds since the epoch. */
    reserved_at: z.int().optional(),
  })
  // Units allocated to each shard (`shardAttribute`).
  .catchall(z.unknown());
export type QuotaItem = z.infer<typeof quotaItem>;
/** Defined once, because creating a schema takes longer than parsing with it. */
export const quotaItemIfStored = quotaItem.optional();

/** A stored quota counter or shard with a copy of the account's limits. */
export type CopiedLimits = QuotaItem & Required<Pick<QuotaItem, 'quota_limit' | 'plan'>>;

/**
 * Returns true if the item has a copy of the account's limits for the stage's current plans.
 * @param digest of the plans
 */
export const isCopied = <Of extends QuotaItem>(
  item: Of | undefined,
  digest: string,
): item is Of & CopiedLimits =>
  item?.quota_limit !== undefined && item.plan !== undefined && item.plans === digest;

/** An account's quota state, as used by ingest. */
export interface QuotaState {
  readonly counter: CounterLimit;
  /** Undefined if the account has been deleted. */
  readonly plan: PlanName | undefined;
  readonly isSuspended: boolean;
  /** True if the account had no account-wide webhook when the state was read. */
  readonly noAccountWebhooks: boolean;
  /**
   * Number of units used before this submission. If the unit was reserved from a shard, this is an estimate
   * that may be slightly too high.
   */
  readonly used: number;
  /** True if a unit was reserved. Always false for states returned by `find`. */
  readonly isReserved: boolean;
  /**
   * Time at which another submission reserved the last unit, in milliseconds since the epoch; undefined if
   * unknown.
   */
  readonly reservedAt?: number | undefined;
}

/**
 * Returns the quota state from a copy of the account's limits.
 * @param used number of units used before this submission
 */
export function copiedState(
  counter: CounterLimit,
  { quota_limit: limit, plan, reserved_at: reservedAt, no_account_webhooks }: CopiedLimits,
  { used, isReserved }: Pick<QuotaState, 'used' | 'isReserved'>,
): QuotaState {
  return {
    counter: { ...counter, limit },
    plan,
    isSuspended: false,
    noAccountWebhooks: no_account_webhooks === true,
    used,
    isReserved,
    ...(!isReserved && { reservedAt }),
  };
}

/** Percentages of the quota at which an account's owner is notified. */
export const QUOTA_PERCENTS = [80, 100] as const;

/** Converts a percentage of a quota to a number of units, rounded up. */
export const unitsOf = (limit: number, percent: number): number => Math.ceil((limit * percent) / 100);

/** Returns true if the next submission might trigger a quota notice to the owner. */
export function isNearQuota({ used, counter: { limit } }: Pick<QuotaState, 'used' | 'counter'>): boolean {
  return used + 1 >= unitsOf(limit, QUOTA_PERCENTS[0]);
}

/**
 * Returns a digest of the plans. If a deployment changes the plans, the digest changes too, which invalidates
 * copied limits.
 */
export function digestOfPlans(plans: Plans): string {
  return createHash('sha256').update(JSON.stringify(plans)).digest('base64url').slice(0, 8);
}

/**
 * Returns the quota counters that functions might be using at the time `at`. Near the end of a month, this
 * includes the counters of both months, because clocks can differ.
 */
export function quotaCountersAround(accountId: string, at: number): CounterLimit[] {
  const [former, latter] = [quotaCounter(accountId, at - HOUR, 0), quotaCounter(accountId, at + HOUR, 0)];
  return former.counter === latter.counter ? [former] : [former, latter];
}

/**
 * The monthly quota: how many submissions an account may have accepted in a month, the name and limit of the counter, and
 * the copy of the account's limits in it. `accounts/quota-store.ts` reserves units of it for ingest.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Account } from './account.ts';
import { planNames, type PlanName, type Plans } from './plans.ts';
import { epochSeconds, HOUR, timestamp } from '../core/clock.ts';
import type { CounterLimit } from '../core/counter-limit.ts';

/** Submissions that the account may have accepted in a month: its own amount, else its plan's. */
export function monthlyQuota(of: Pick<Account, 'plan' | 'monthly_quota'>, all: Plans): number {
  return of.monthly_quota ?? all[of.plan].monthly_quota;
}

/** Names of the counters of quotas begin with it. */
export const QUOTA_COUNTER = 'quota#';

/** The account's accepted submissions of the calendar month (UTC) that `at` lies in. */
export function quotaCounter(accountId: string, at: number, limit: number): CounterLimit {
  const month = timestamp(at).slice(0, 'yyyy-mm'.length);
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  const afterNextMonth = Date.UTC(year, monthNumber + 1, 1);
  return {
    counter: `${QUOTA_COUNTER}${accountId}#${month}`,
    limit,
    expiresAt: epochSeconds(afterNextMonth),
  };
}

/**
 * The counter as it is stored. While it has `quota_limit` it has a copy of the account's limits, so that a post reads no
 * account; only accounts that are not suspended have one (docs/decisions/0040-limits-in-the-quota-counter.md).
 */
export const quotaItem = z.object({
  used: z.int(),
  quota_limit: z.int().optional(),
  plan: z.enum(planNames).optional(),
  /** Digest of the plans of the stage from which the limit was taken. */
  plans: z.string().optional(),
  /** As in the account. */
  no_account_webhooks: z.literal(true).optional(),
  /** Number of changes of the account since which copies were taken away; absent before the first in the month. */
  generation: z.int().optional(),
  /** When the last unit was reserved, in milliseconds since the epoch. */
  reserved_at: z.int().optional(),
});
export type QuotaItem = z.infer<typeof quotaItem>;

/** What ingest finds out about an account and its quota. */
export interface QuotaState {
  readonly counter: CounterLimit;
  /** Undefined when the account is gone. */
  readonly plan: PlanName | undefined;
  readonly isSuspended: boolean;
  /** Whether the account had no webhook of all forms before this was found out. */
  readonly noAccountWebhooks: boolean;
  /** Units that were used before. */
  readonly used: number;
  /** Whether a unit was reserved; never when it was only looked at. */
  readonly isReserved: boolean;
  /** When the last unit was reserved by another post, in milliseconds since the epoch; undefined when it is not known. */
  readonly reservedAt?: number | undefined;
}

/** Parts of the quota of which an account's owner is told when they are used. */
export const QUOTA_PERCENTS = [80, 100] as const;

/** The units that are a part of a quota. */
export const unitsOf = (limit: number, percent: number): number => Math.ceil((limit * percent) / 100);

/** Whether the owner may have to be told once one unit more is used. */
export function isNearQuota({ used, counter: { limit } }: Pick<QuotaState, 'used' | 'counter'>): boolean {
  return used + 1 >= unitsOf(limit, QUOTA_PERCENTS[0]);
}

/** The same for the same amounts: a deployment that changes them makes copies of limits out of date. */
export function digestOfPlans(plans: Plans): string {
  return createHash('sha256').update(JSON.stringify(plans)).digest('base64url').slice(0, 8);
}

/**
 * The counters whose copies of the account's limits may be in use at a moment: near the end of a month those of two
 * months, as clocks differ.
 */
export function quotaCountersAround(accountId: string, at: number): CounterLimit[] {
  const [former, latter] = [quotaCounter(accountId, at - HOUR, 0), quotaCounter(accountId, at + HOUR, 0)];
  return former.counter === latter.counter ? [former] : [former, latter];
}

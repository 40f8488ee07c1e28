/**
 * The monthly quota: how many submissions an account may have accepted in a month, and the name and limit of
 * the counter. `ingest/ingest.ts` reserves a unit of it, `aws/counter-store.ts` counts.
 */
import type { Account } from './account.ts';
import type { Plans } from './plans.ts';
import { epochSeconds, timestamp } from '../core/clock.ts';
import type { CounterLimit } from '../core/counter-limit.ts';

/** Submissions that the account may have accepted in a month: its own amount, else its plan's. */
export function monthlyQuota(of: Pick<Account, 'plan' | 'monthly_quota'>, all: Plans): number {
  return of.monthly_quota ?? all[of.plan].monthly_quota;
}

/** The account's accepted submissions of the calendar month (UTC) that `at` lies in. */
export function quotaCounter(accountId: string, at: number, limit: number): CounterLimit {
  const month = timestamp(at).slice(0, 'yyyy-mm'.length);
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  const afterNextMonth = Date.UTC(year, monthNumber + 1, 1);
  return {
    counter: `quota#${accountId}#${month}`,
    limit,
    expiresAt: epochSeconds(afterNextMonth),
  };
}

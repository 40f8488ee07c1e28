/**
 * Converts an account's usage in the current month to its API representation (docs/specification.md,
 * "Usage").
 */
import * as z from 'zod';
import { timestamp } from '../core/clock.ts';
import type { Account } from './account.ts';
import { planNames, type Plans } from './plans.ts';
import { monthlyQuota } from './quota.ts';

const amount = z.int().nonnegative();

/** Response of `GET /v1/usage`. */
export const usageView = z.object({
  account_id: z.string(),
  plan: z.enum(planNames),
  /** The calendar month in UTC. `end` is the start of the next month. */
  period: z.object({ start: z.string(), end: z.string() }),
  /** Accepted submissions. Spam doesn't count towards the quota. */
  submissions: z
    .object({ used: amount, limit: amount, remaining: amount })
    .describe(
      'Accepted submissions. For a caller that can only access specific forms, `used` counts only these forms, and `remaining` is `limit` minus `used`.',
    ),
  uploads: z.object({ allowed: z.boolean(), max_file_bytes: amount }),
});
export type UsageView = z.infer<typeof usageView>;

/**
 * Converts an account's usage to its API representation.
 * @param used accepted submissions in the month of `at`
 * @param at milliseconds since the epoch
 */
export function toUsageView(of: Account, used: number, all: Plans, at: number): UsageView {
  const limit = monthlyQuota(of, all);
  const { max_file_bytes } = all[of.plan];
  return {
    account_id: of.account_id,
    plan: of.plan,
    period: monthOf(at),
    // After a downgrade during the month, usage can already exceed the limit.
    submissions: { used, limit, remaining: Math.max(0, limit - used) },
    uploads: { allowed: max_file_bytes > 0, max_file_bytes },
  };
}

function monthOf(at: number): UsageView['period'] {
  const date = new Date(at);
  const firstOf = (month: number): string => timestamp(Date.UTC(date.getUTCFullYear(), month, 1));
  return { start: firstOf(date.getUTCMonth()), end: firstOf(date.getUTCMonth() + 1) };
}

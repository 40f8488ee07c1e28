/**
 * Converts an account's usage in the current month to its API representation (docs/specification.md,
 * "Usage").
 */
import * as z from 'zod';
import { timestamp } from '../core/clock.ts';
import { listRefusals, refusalView, type RefusalCounts } from '../core/refusals.ts';
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
  /** Highest count first. */
  refused: z
    .array(z.object({ form_id: z.string(), ...refusalView.shape }))
    .describe(
      "Refused submissions to the caller's 200 newest forms in the last 7 days (UTC), including today.",
    ),
});
export type UsageView = z.infer<typeof usageView>;

/**
 * Converts an account's usage to its API representation.
 * @param used accepted submissions in the month of `at`
 * @param refused counts of rejected submissions by form id
 * @param at milliseconds since the epoch
 */
export function toUsageView(
  of: Account,
  { used, refused }: { used: number; refused: ReadonlyMap<string, readonly RefusalCounts[]> },
  all: Plans,
  at: number,
): UsageView {
  const limit = monthlyQuota(of, all);
  const { max_file_bytes } = all[of.plan];
  return {
    account_id: of.account_id,
    plan: of.plan,
    period: monthOf(at),
    // After a downgrade during the month, usage can already exceed the limit.
    submissions: { used, limit, remaining: Math.max(0, limit - used) },
    uploads: { allowed: max_file_bytes > 0, max_file_bytes },
    refused: Array.from(refused, ([form_id, counts]) =>
      listRefusals(counts).map((each) => ({ form_id, ...each })),
    )
      .flat()
      .sort((one, other) => other.count - one.count),
  };
}

function monthOf(at: number): UsageView['period'] {
  const date = new Date(at);
  const firstOf = (month: number): string => timestamp(Date.UTC(date.getUTCFullYear(), month, 1));
  return { start: firstOf(date.getUTCMonth()), end: firstOf(date.getUTCMonth() + 1) };
}

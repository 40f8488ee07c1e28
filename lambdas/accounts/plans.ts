/** The plans: what each allows, and the default amounts, which stage settings override (docs/specification.md, "Plans"). */
import * as z from 'zod';

export const planNames = ['free', 'pro', 'team'] as const;
export type PlanName = (typeof planNames)[number];

const MEGABYTE = 1_048_576;

const plan = z.strictObject({
  /** Accepted submissions an account may store in a calendar month (UTC). */
  monthly_quota: z.int().nonnegative(),
  /** Bytes a single file may have; 0 when the plan has no uploads. */
  max_file_bytes: z.int().nonnegative(),
});
export type Plan = z.infer<typeof plan>;

export const plans = z.strictObject({ free: plan, pro: plan, team: plan });
export type Plans = z.infer<typeof plans>;

export const defaultPlans: Plans = {
  free: { monthly_quota: 100, max_file_bytes: 0 },
  pro: { monthly_quota: 10_000, max_file_bytes: 25 * MEGABYTE },
  team: { monthly_quota: 100_000, max_file_bytes: 50 * MEGABYTE },
};

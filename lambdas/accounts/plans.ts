/**
 * Defines the plans, their limits and the default values, which stage settings can override
 * (docs/specification.md, "Plans").
 */
import * as z from 'zod';

export const planNames = ['free', 'pro', 'team'] as const;
export type PlanName = (typeof planNames)[number];

const MEGABYTE = 1_048_576;
const DEFAULT_MAX_FORMS = 500;

const plan = z.strictObject({
  /** Maximum number of accepted submissions that an account may store per calendar month (UTC). */
  monthly_quota: z.int().nonnegative(),
  /** Maximum file size in bytes; 0 if the plan doesn't include uploads. */
  max_file_bytes: z.int().nonnegative(),
  /** Maximum number of forms in an account. */
  max_forms: z.int().positive().default(DEFAULT_MAX_FORMS),
});
export type Plan = z.infer<typeof plan>;

export const plans = z.strictObject({ free: plan, pro: plan, team: plan });
export type Plans = z.infer<typeof plans>;

export const defaultPlans: Plans = {
  free: { monthly_quota: 100, max_file_bytes: 0, max_forms: DEFAULT_MAX_FORMS },
  pro: { monthly_quota: 10_000, max_file_bytes: 25 * MEGABYTE, max_forms: DEFAULT_MAX_FORMS },
  team: { monthly_quota: 100_000, max_file_bytes: 50 * MEGABYTE, max_forms: DEFAULT_MAX_FORMS },
};

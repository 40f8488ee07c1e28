/** The account as it is stored. */
import * as z from 'zod';
import { planNames } from './plans.ts';

export const account = z.object({
  account_id: z.string(),
  name: z.string(),
  plan: z.enum(planNames),
  /** Overrides the plan's quota for this account. */
  monthly_quota: z.int().nonnegative().optional(),
  /** Number of management keys that are not revoked; absent when there are none. The last one cannot be revoked. */
  live_management_keys: z.int().nonnegative().optional(),
  /** Signs the cursors of the account's lists. */
  cursor_key: z.string(),
  created_at: z.string(),
});
export type Account = z.infer<typeof account>;

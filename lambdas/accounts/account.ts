/** Schema of a stored account. */
import * as z from 'zod';
import { planNames } from './plans.ts';

export const account = z.object({
  account_id: z.string(),
  name: z.string(),
  /** Where we send notices about the account. The operator sets it. */
  email: z.string().optional(),
  plan: z.enum(planNames),
  /** Overrides the plan's quota for this account. */
  monthly_quota: z.int().nonnegative().optional(),
  /**
   * Number of active keys that have the scope `admin` and don't expire; absent if there are none. The last
   * one can't be revoked.
   */
  live_management_keys: z.int().nonnegative().optional(),
  /** Number of owners who have signed in; absent until one does. The last one can't be removed. */
  active_owners: z.int().nonnegative().optional(),
  invited_owners: z.int().nonnegative().optional(),
  /** Absent until the account has its first app. */
  oauth_clients: z.int().nonnegative().optional(),
  /**
   * Set until the first account-wide webhook is created. Absent for imported accounts and for accounts
   * created before this mark existed.
   */
  no_account_webhooks: z.literal(true).optional(),
  /** Signs the account's list cursors. The key for address digests is derived from it. */
  cursor_key: z.string(),
  created_at: z.string(),
  /** When the operator suspended the account; absent if it is active. */
  suspended_at: z.string().optional(),
  /** When the operator started to delete the account. From then on it is suspended permanently. */
  deleted_at: z.string().optional(),
});
export type Account = z.infer<typeof account>;

/**
 * The attributes that e-mails need. `cursor_key` is also used to digest addresses that received an
 * autoresponse.
 */
export const emailAccount = account.pick({
  account_id: true,
  name: true,
  email: true,
  cursor_key: true,
  suspended_at: true,
});
export type EmailAccount = z.infer<typeof emailAccount>;

/** The attributes needed to decide whether to notify the account's owner about the quota. */
export const quotaAccount = account.pick({
  account_id: true,
  email: true,
  plan: true,
  monthly_quota: true,
});
export type QuotaAccount = z.infer<typeof quotaAccount>;

/**
 * The attributes that ingest needs: the limits, whether fan-out must look for account-wide webhooks, and the
 * key from which the address digest key is derived.
 */
export const limitedAccount = account.pick({
  account_id: true,
  plan: true,
  monthly_quota: true,
  suspended_at: true,
  no_account_webhooks: true,
  cursor_key: true,
});
export type LimitedAccount = z.infer<typeof limitedAccount>;

/**
 * The attributes that show whether an account is suspended. Functions that only need these have no permission
 * to read others.
 */
export const accountStatusAttributes = ['account_id', 'suspended_at'] as const;

/**
 * The attributes that a session needs: whether the account is suspended, and the key for its list cursors.
 */
export const sessionAccountAttributes = [...accountStatusAttributes, 'cursor_key'] as const;

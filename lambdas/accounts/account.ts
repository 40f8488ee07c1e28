/** An account as stored. */
import * as z from 'zod';
import { planNames } from './plans.ts';

export const account = z.object({
  account_id: z.string(),
  name: z.string(),
  /** Address for notices about the account, set by the operator. */
  email: z.string().optional(),
  plan: z.enum(planNames),
  /** Overrides the plan's quota for this account. */
  monthly_quota: z.int().nonnegative().optional(),
  /**
   * Number of its keys that are not revoked, have the scope `admin` and don't expire; absent if there are
   * none. The last one can't be revoked.
   */
  live_management_keys: z.int().nonnegative().optional(),
  /** Number of its owners who have signed in; absent before the first. The last one can't be removed. */
  active_owners: z.int().nonnegative().optional(),
  /** Number of its invited owners. */
  invited_owners: z.int().nonnegative().optional(),
  /** Number of its apps; absent before the first. */
  oauth_clients: z.int().nonnegative().optional(),
  /**
   * Set until its first account-wide webhook is created. Absent for accounts that were imported or are older
   * than this mark.
   */
  no_account_webhooks: z.literal(true).optional(),
  /** Signs the cursors of the account's lists. The key for digests of addresses is derived from it. */
  cursor_key: z.string(),
  created_at: z.string(),
  /** Since when the operator has suspended it; absent if it is active. */
  suspended_at: z.string().optional(),
  /** Since when the operator is deleting it. It is then suspended and never becomes active again. */
  deleted_at: z.string().optional(),
});
export type Account = z.infer<typeof account>;

/**
 * The attributes that e-mails need. The key is also used for digests of addresses that got an autoresponse.
 */
export const emailAccount = account.pick({
  account_id: true,
  name: true,
  email: true,
  cursor_key: true,
  suspended_at: true,
});
export type EmailAccount = z.infer<typeof emailAccount>;

/** The attributes that determine whether the account's owner must be notified about its quota. */
export const quotaAccount = account.pick({
  account_id: true,
  email: true,
  plan: true,
  monthly_quota: true,
});
export type QuotaAccount = z.infer<typeof quotaAccount>;

/**
 * The attributes that ingest needs: the limits, whether fan-out must look for account-wide webhooks, and the
 * key from which that for addresses is derived.
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

/** The attributes that show whether an account is suspended. Functions that need no more may read no more. */
export const accountStatusAttributes = ['account_id', 'suspended_at'] as const;

/** The attributes that a session needs: whether the account is suspended, and the key of its list cursors. */
export const sessionAccountAttributes = [...accountStatusAttributes, 'cursor_key'] as const;

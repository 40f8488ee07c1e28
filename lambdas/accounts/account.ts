/** The account as it is stored. */
import * as z from 'zod';
import { planNames } from './plans.ts';

export const account = z.object({
  account_id: z.string(),
  name: z.string(),
  /** Where notices about the account go; set by the operator. */
  email: z.string().optional(),
  plan: z.enum(planNames),
  /** Overrides the plan's quota for this account. */
  monthly_quota: z.int().nonnegative().optional(),
  /**
   * Number of its keys that are not revoked, have the scope `admin` and do not expire; absent when there are none. The
   * last one cannot be revoked.
   */
  live_management_keys: z.int().nonnegative().optional(),
  /** Number of its owners who have signed in; absent before the first. The last one cannot go. */
  active_owners: z.int().nonnegative().optional(),
  /** Number of its owners who are invited. */
  invited_owners: z.int().nonnegative().optional(),
  /** Number of its apps; absent before the first. */
  oauth_clients: z.int().nonnegative().optional(),
  /** Set until its first webhook of all forms is made; absent on an account that was imported or is older than this mark. */
  no_account_webhooks: z.literal(true).optional(),
  /** Signs the cursors of the account's lists, and makes the key of the digests of addresses. */
  cursor_key: z.string(),
  created_at: z.string(),
  /** Since when the operator has suspended it; absent when it is active. */
  suspended_at: z.string().optional(),
  /** Since when the operator deletes it; it is suspended then, and never active again. */
  deleted_at: z.string().optional(),
});
export type Account = z.infer<typeof account>;

/** What e-mails need of an account. The key also keys the digests of addresses that got an autoresponse. */
export const emailAccount = account.pick({
  account_id: true,
  name: true,
  email: true,
  cursor_key: true,
  suspended_at: true,
});
export type EmailAccount = z.infer<typeof emailAccount>;

/** What tells whether an account's owner is to be told of its quota. */
export const quotaAccount = account.pick({
  account_id: true,
  email: true,
  plan: true,
  monthly_quota: true,
});
export type QuotaAccount = z.infer<typeof quotaAccount>;

/**
 * What ingest needs of an account: its limits, whether fan-out has to ask for its webhooks, and the key from which that of
 * addresses is made.
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

/** What tells whether an account is suspended; functions that need no more may read no more. */
export const accountStatusAttributes = ['account_id', 'suspended_at'] as const;

/** What a session needs of its account, beside whether it is suspended: the key of the cursors of its lists. */
export const sessionAccountAttributes = [...accountStatusAttributes, 'cursor_key'] as const;

/** Defines the schema of a stored account. */
import * as z from 'zod';
import { timestamp } from '../core/clock.ts';
import { newAccountId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { planNames, type PlanName } from './plans.ts';

export const account = z.object({
  account_id: z.string(),
  name: z.string(),
  /** E-mail address for notices about the account. Set by the operator. */
  email: z.string().optional(),
  plan: z.enum(planNames),
  /** IANA name of the default time zone for the account's forms. If absent, the default is UTC. */
  time_zone: z.string().optional(),
  /** Overrides the plan's quota for this account. */
  monthly_quota: z.int().nonnegative().optional(),
  /**
   * Number of active keys with the scope `admin` and no expiry date; absent if there are none. The last such
   * key can't be revoked.
   */
  live_management_keys: z.int().nonnegative().optional(),
  /**
   * Number of owners who have signed in; absent until the first owner signs in. The last owner can't be
   * removed.
   */
  active_owners: z.int().nonnegative().optional(),
  invited_owners: z.int().nonnegative().optional(),
  /** Number of the account's apps; absent until the account creates its first app. */
  oauth_clients: z.int().nonnegative().optional(),
  /**
   * Set until the account creates its first account-wide webhook. Absent for imported accounts and for
   * accounts created before this attribute was introduced.
   */
  no_account_webhooks: z.literal(true).optional(),
  /**
   * Forms (and possibly the account itself) that have a webhook for `submission.updated`. Contains
   * `FAILED_DELIVERIES` if a webhook subscribes to `delivery.failed`. The service only looks up webhooks for
   * these events if this set contains their owner.
   */
  event_owners: z.set(z.string()).optional(),
  /** Key that signs the account's list cursors. The key used to hash e-mail addresses is derived from it. */
  cursor_key: z.string(),
  created_at: z.string(),
  /** When the operator suspended the account; absent if the account is active. */
  suspended_at: z.string().optional(),
  /** When the operator started deleting the account. From then on, the account is permanently suspended. */
  deleted_at: z.string().optional(),
});
export type Account = z.infer<typeof account>;

export interface AccountInput {
  readonly name: string;
  readonly plan: PlanName;
  readonly monthly_quota?: number | undefined;
  readonly email?: string | undefined;
}

/**
 * Creates an account without keys or members.
 * @param now milliseconds since the epoch
 */
export function newAccount(
  { name, plan, monthly_quota, email }: AccountInput,
  now: number,
  random: RandomBytes,
): Account {
  return {
    account_id: newAccountId(random),
    name,
    plan,
    ...(monthly_quota !== undefined && { monthly_quota }),
    ...(email !== undefined && { email }),
    no_account_webhooks: true,
    cursor_key: Buffer.from(random(24)).toString('base64url'),
    created_at: timestamp(now),
  };
}

/**
 * The attributes needed to send e-mails. `cursor_key` is used to hash addresses that received an
 * autoresponse.
 */
export const emailAccount = account.pick({
  account_id: true,
  name: true,
  email: true,
  time_zone: true,
  cursor_key: true,
  suspended_at: true,
});
export type EmailAccount = z.infer<typeof emailAccount>;

/** The attributes shown in e-mail previews. */
export const previewAccount = account.pick({ account_id: true, name: true, time_zone: true });
export type PreviewAccount = z.infer<typeof previewAccount>;

/** The attributes needed to decide whether the account's owner gets a quota notice. */
export const quotaAccount = account.pick({
  account_id: true,
  email: true,
  plan: true,
  monthly_quota: true,
});
export type QuotaAccount = z.infer<typeof quotaAccount>;

/**
 * The attributes that ingest needs: the limits, `no_account_webhooks`, and `cursor_key`, from which the key
 * for hashing addresses is derived.
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
 * The attributes needed to check whether an account is suspended. Functions that only perform this check have
 * no permission to read other attributes.
 */
export const accountStatusAttributes = ['account_id', 'suspended_at', 'event_owners'] as const;

/** The attributes that determine an account's time zone. */
export const accountZoneAttributes = ['account_id', 'time_zone'] as const;

/** The attributes that a session needs: the suspension status and the key that signs list cursors. */
export const sessionAccountAttributes = [...accountStatusAttributes, 'cursor_key'] as const;

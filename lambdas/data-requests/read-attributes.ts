/** Defines the attributes of webhooks, members and accounts that data requests read. */
import type * as z from 'zod';
import { account } from '../accounts/account.ts';
import { member } from '../auth/member.ts';
import { webhook } from '../webhooks/webhook.ts';

/** A current or deleted webhook of a form or account. A deleted webhook has no URL. */
export const searchedWebhook = webhook
  .pick({ webhook_id: true, url: true, connection_id: true, app: true })
  .partial({ url: true });
export type SearchedWebhook = z.infer<typeof searchedWebhook>;
export const searchedWebhookAttributes = searchedWebhook.keyof().options;

/** The attributes needed to check whether the person is a member. */
export const searchedMember = member.pick({ email: true, joined_at: true });
export const searchedMemberAttributes = searchedMember.keyof().options;

/** The account's attributes that an export needs. */
export const packedAccount = account.pick({ name: true, time_zone: true });
export type PackedAccount = z.infer<typeof packedAccount>;
export const packedAccountAttributes = ['account_id', ...packedAccount.keyof().options] as const;

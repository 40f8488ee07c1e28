/**
 * Defines the attributes that only agents' subscriptions have. A subscription is a webhook that an agent
 * created with `events/subscribe` (docs/specification.md, "Events for agents").
 */
import * as z from 'zod';
import { timestamp } from '../../core/clock.ts';

export const subscriptionAttributes = {
  /** Absent for webhooks that people and apps create. */
  kind: z.literal('mcp').optional(),
  /** When the subscription ends unless the agent renews it. */
  ends_at: z.string().optional(),
  /** The key that the agent used. Absent if the agent used a connection. */
  key: z.object({ key_id: z.string(), key_hash: z.string() }).optional(),
  /**
   * Forms that the agent could access when it last subscribed. Absent if it could access all forms, or if the
   * subscription is for one form.
   */
  form_ids: z.array(z.string()).optional(),
};

interface Subscription {
  readonly kind?: 'mcp' | undefined;
  readonly ends_at?: string | undefined;
  readonly form_ids?: readonly string[] | undefined;
}

/** Returns true if the webhook is a subscription that has ended because the agent didn't renew it. */
export const hasEnded = ({ ends_at }: Subscription, now: number): boolean =>
  ends_at !== undefined && ends_at <= timestamp(now);

/** Returns true if the subscription includes this form, which must belong to its owner. */
export const coversForm = ({ form_ids }: Subscription, formId: string): boolean =>
  form_ids === undefined || form_ids.includes(formId);

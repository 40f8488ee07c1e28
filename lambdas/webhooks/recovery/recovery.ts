/**
 * Recoveries: an owner has everything sent again that failed while an endpoint was down. It is work in the background,
 * at a bounded pace, that survives every crash: `recovery-step.ts` does it.
 */
import * as z from 'zod';
import { DAY, epochSeconds, timestamp } from '../../core/clock.ts';
import { newRecoveryId } from '../../core/ids.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { Webhook } from '../webhook.ts';

/** Deliveries are kept as long. */
export const LONGEST_RECOVERY_DAYS = 30;
const KEPT_DAYS = 30;

const time = z.iso.datetime({
  offset: true,
  message: 'must be an ISO 8601 time such as 2026-11-01T00:00:00.000Z',
});

/** Body of `POST /v1/webhooks/:id/recover`. */
export const recoveryInput = z.strictObject({
  since: time.describe('Deliveries that failed at this time or later; at most 30 days ago.'),
  until: time.optional().describe('Deliveries that failed before this time; now when absent or later.'),
});

export const recoveryStatuses = ['running', 'finished', 'stopped'] as const;
/** What ends a recovery before it is finished. */
export const stopReasons = ['webhook-deleted', 'webhook-disabled', 'account-suspended'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Where a recovery has come to in the index of failed deliveries. */
export const failedPosition = z.object({ failed_at: z.string(), delivery_id: z.string() });
export type FailedPosition = z.infer<typeof failedPosition>;

/** A recovery as it is stored. */
export const recovery = z.object({
  webhook_id: z.string(),
  recovery_id: z.string(),
  account_id: z.string(),
  since: z.string(),
  until: z.string(),
  /** The `until` of the request, by which a request that comes twice is known. */
  asked_until: z.string().nullable(),
  status: z.enum(recoveryStatuses),
  reason: z.enum(stopReasons).optional(),
  /** Deliveries that had failed in that time when it began, or that it has found since. */
  deliveries: z.int(),
  resent: z.int(),
  /** Found, and sent again by somebody else or deleted before their turn came. */
  skipped: z.int(),
  /** Counts the batches that are done. */
  step: z.int(),
  /** Ids of the deliveries of this step, once they are chosen: a step that died is done with the same ones. */
  batch: z.array(z.string()).optional(),
  /** The last delivery that was chosen. */
  after: failedPosition.optional(),
  /** Nothing comes after the batch. */
  is_last: z.boolean().optional(),
  created_at: z.string(),
  /** When a function last worked on it. */
  touched_at: z.string(),
  finished_at: z.string().optional(),
  expires_at: z.int(),
  /** Counts the writes (compare and swap). */
  version: z.int(),
});
export type Recovery = z.infer<typeof recovery>;

/** The response of `POST /v1/webhooks/:id/recover`. */
export const recoveryStarted = z.object({
  recovery_id: z.string(),
  deliveries: z
    .int()
    .describe(
      'Deliveries that failed in that time; of a very large number, those counted in the first seconds.',
    ),
});

/** A recovery as the management API shows it. */
export const recoveryView = recovery
  .pick({
    webhook_id: true,
    since: true,
    until: true,
    status: true,
    deliveries: true,
    resent: true,
    created_at: true,
  })
  .extend({
    id: z.string(),
    status: z
      .enum(recoveryStatuses)
      .describe(
        '`stopped` when the webhook was deleted or disabled, or the account suspended, before it was done.',
      ),
    reason: z.enum(stopReasons).nullable().describe('Why it was stopped; null unless it was.'),
    deliveries: z.int().describe('Deliveries that failed in that time.'),
    resent: z.int().describe('Deliveries that are due again because of it.'),
    skipped: z.int().describe('Deliveries that succeeded or were deleted before their turn came.'),
    finished_at: z.string().nullable(),
  });
type RecoveryView = z.infer<typeof recoveryView>;

/** @param span both ends in milliseconds since the epoch */
export function newRecovery(
  { webhook_id, account_id }: Pick<Webhook, 'webhook_id'> & { readonly account_id: string },
  span: { readonly since: number; readonly until: number; readonly askedUntil: string | null },
  deliveries: number,
  now: number,
  random: RandomBytes,
): Recovery {
  return {
    webhook_id,
    recovery_id: newRecoveryId(webhook_id, now, random),
    account_id,
    since: timestamp(span.since),
    until: timestamp(span.until),
    asked_until: span.askedUntil,
    status: 'running',
    deliveries,
    resent: 0,
    skipped: 0,
    step: 0,
    created_at: timestamp(now),
    touched_at: timestamp(now),
    expires_at: epochSeconds(now + KEPT_DAYS * DAY),
    version: 1,
  };
}

export function toRecoveryView(of: Recovery): RecoveryView {
  return {
    id: of.recovery_id,
    webhook_id: of.webhook_id,
    since: of.since,
    until: of.until,
    status: of.status,
    reason: of.reason ?? null,
    deliveries: of.deliveries,
    resent: of.resent,
    skipped: of.skipped,
    created_at: of.created_at,
    finished_at: of.finished_at ?? null,
  };
}

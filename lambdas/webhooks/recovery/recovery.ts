/**
 * Defines recoveries, which resend the deliveries that failed while an endpoint was down. Recoveries run in
 * the background at a limited rate and continue after a crash (`recovery-step.ts`).
 */
import * as z from 'zod';
import { DAY, epochSeconds, timestamp } from '../../core/clock.ts';
import { actorTypes, type Actor } from '../../core/caller.ts';
import { newRecoveryId } from '../../core/ids.ts';
import type { RandomBytes } from '../../core/random.ts';
import { submission } from '../../submissions/submission.ts';
import type { Webhook } from '../webhook.ts';

/** Maximum age of failed deliveries to recover, in days. Deliveries are kept for this long. */
export const MAX_RECOVERY_DAYS = 30;
const RETENTION_DAYS = 30;

const time = z.iso.datetime({
  offset: true,
  message: 'must be an ISO 8601 time, for example 2026-11-01T00:00:00.000Z',
});

/** Body of `POST /v1/webhooks/:id/recover`. */
export const recoveryInput = z.strictObject({
  since: time.describe('Resend deliveries that failed at or after this time, at most 30 days ago.'),
  until: time
    .optional()
    .describe('Resend deliveries that failed before this time. Defaults to now, which is also the maximum.'),
  dry_run: z
    .boolean()
    .optional()
    .describe('If true, only counts the deliveries that would be resent, and resends nothing.'),
});

export const recoveryStatuses = ['running', 'finished', 'stopped'] as const;
/** Reasons why a recovery can stop early. */
export const stopReasons = ['webhook-deleted', 'webhook-disabled', 'account-suspended'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Reasons why a recovery doesn't send a delivery that it found. */
export const skipReasons = ['spam', 'deleted', 'succeeded'] as const;
export type SkipReason = (typeof skipReasons)[number];
const skippedReasons = z.object({ spam: z.int(), deleted: z.int(), succeeded: z.int() });
const NONE_SKIPPED: z.infer<typeof skippedReasons> = { spam: 0, deleted: 0, succeeded: 0 };

/** The part of a submission that determines whether its delivery is sent. */
export const statusRow = submission.pick({ form_id: true, submission_id: true, status: true });
export const submissionStatusAttributes = statusRow.keyof().options;

/** Position that a recovery has reached in the index of failed deliveries. */
export const failedPosition = z.object({ failed_at: z.string(), delivery_id: z.string() });
export type FailedPosition = z.infer<typeof failedPosition>;

const actor = z.object({
  type: z.enum(actorTypes).describe('Kind of caller, or `service` for the service itself.'),
  id: z.string().describe('Id of the key, member or connection; `service` for the service itself.'),
  name: z.string().describe('Name when the recovery started.'),
});

/** A webhook's deliveries that failed between `since` (inclusive) and `until` (exclusive). */
export interface FailedSpan {
  readonly webhook_id: string;
  readonly since: string;
  readonly until: string;
}

/** A stored recovery. */
export const recovery = z.object({
  webhook_id: z.string(),
  recovery_id: z.string(),
  account_id: z.string(),
  /** The actor who started the recovery. Absent for recoveries created before this attribute was introduced. */
  actor: actor.optional(),
  since: z.string(),
  until: z.string(),
  /** The request's `until`. Used to recognize a repeated request. */
  asked_until: z.string().nullable(),
  status: z.enum(recoveryStatuses),
  reason: z.enum(stopReasons).optional(),
  /** Number of failed deliveries, counted when the recovery starts, and increased if more are found. */
  deliveries: z.int(),
  /** Number of deliveries that had at least one attempt because of this recovery. */
  resent: z.int(),
  /** Number of deliveries that were found but not sent. */
  skipped: z.int(),
  skipped_reasons: skippedReasons.default(NONE_SKIPPED),
  /** Ids of the deliveries that were queued and haven't had their first attempt. */
  queued: z.array(z.string()).optional(),
  /** Number of finished batches. */
  step: z.int(),
  /** Ids of the deliveries selected for this step. If the step crashes, it is repeated with the same ids. */
  batch: z.array(z.string()).optional(),
  /** Position of the last selected delivery. */
  after: failedPosition.optional(),
  /** Set if there are no more deliveries after this batch. */
  is_last: z.boolean().optional(),
  created_at: z.string(),
  /** Time when a function last processed the recovery. */
  touched_at: z.string(),
  finished_at: z.string().optional(),
  expires_at: z.int(),
  /** Number of writes. Used to detect concurrent changes. */
  version: z.int(),
});
export type Recovery = z.infer<typeof recovery>;

/**
 * Response of `POST /v1/webhooks/:id/recover`. Both kinds of response share one schema, because many
 * generated clients only support one response schema per operation.
 */
export const recoveryStarted = z.object({
  recovery_id: z.string().optional().describe('The recovery. Absent with `dry_run`.'),
  deliveries: z
    .int()
    .describe(
      'Number of deliveries that failed in this period, or with `dry_run`, the number that a recovery would send now. If there are too many to count, the number found in the first few seconds.',
    ),
  since: z.string().optional().describe('Start of the period; only with `dry_run`.'),
  until: z.string().optional().describe('End of the period, at most now; only with `dry_run`.'),
});

/** Number of a recovery's deliveries that have ended, by outcome. */
export interface RecoveryOutcomes {
  readonly succeeded: number;
  readonly failed: number;
}

/** A recovery as returned by the management API. */
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
        '`stopped` if the webhook was deleted or disabled, or the account suspended, before the recovery finished.',
      ),
    reason: z.enum(stopReasons).nullable().describe("Why the recovery was stopped; null if it wasn't."),
    deliveries: z
      .int()
      .describe(
        'Number of deliveries that failed in this period. When the recovery ends, it is the sum of `sent` and `skipped`. If it was stopped, the remaining deliveries are still marked as failed. Start another recovery to resend them.',
      ),
    resent: z.int().describe('The same as `sent`.'),
    sent: z.int().describe('Number of deliveries that this recovery has attempted at least once.'),
    succeeded: z.int().describe('Number of sent deliveries that have succeeded. Updated with a short delay.'),
    failed: z
      .int()
      .describe(
        'Number of sent deliveries that have failed again after their last attempt. Updated with a short delay. Can change after the recovery is finished, until the last retry.',
      ),
    skipped: z.int().describe('Number of deliveries that were not sent.'),
    skipped_reasons: z
      .object({
        spam: z.int().describe('The submission is marked as spam.'),
        deleted: z.int().describe('The submission was deleted.'),
        succeeded: z.int().describe('The delivery succeeded before the recovery reached it.'),
      })
      .describe('Why deliveries were skipped.'),
    actor: actor
      .nullable()
      .describe(
        'Who started the recovery. The type is `service` if the service started it because of `auto_recover`. Null if unknown.',
      ),
    finished_at: z.string().nullable(),
  });
type RecoveryView = z.infer<typeof recoveryView>;

/**
 * Creates a recovery.
 * @param span start and end in milliseconds since the epoch
 */
export function newRecovery(
  {
    webhook_id,
    account_id,
    actor,
  }: Pick<Webhook, 'webhook_id'> & { readonly account_id: string; readonly actor: Actor },
  span: { readonly since: number; readonly until: number; readonly askedUntil: string | null },
  deliveries: number,
  now: number,
  random: RandomBytes,
): Recovery {
  return {
    webhook_id,
    recovery_id: newRecoveryId(webhook_id, now, random),
    account_id,
    actor,
    since: timestamp(span.since),
    until: timestamp(span.until),
    asked_until: span.askedUntil,
    status: 'running',
    deliveries,
    resent: 0,
    skipped: 0,
    skipped_reasons: NONE_SKIPPED,
    step: 0,
    created_at: timestamp(now),
    touched_at: timestamp(now),
    expires_at: epochSeconds(now + RETENTION_DAYS * DAY),
    version: 1,
  };
}

/** Counts a skipped delivery for each of these reasons. */
export function withSkipped(of: Recovery, reasons: readonly SkipReason[]): Recovery {
  const skipped_reasons = { ...of.skipped_reasons };
  for (const reason of reasons) skipped_reasons[reason] += 1;
  return { ...of, skipped: of.skipped + reasons.length, skipped_reasons };
}

export function toRecoveryView(
  of: Recovery,
  { succeeded, failed }: RecoveryOutcomes = { succeeded: 0, failed: 0 },
): RecoveryView {
  // Use the larger number. A step counts the attempts made since the previous step, so an outcome may be
  // known before its attempt is counted.
  const sent = Math.max(of.resent, succeeded + failed);
  return {
    id: of.recovery_id,
    webhook_id: of.webhook_id,
    since: of.since,
    until: of.until,
    status: of.status,
    reason: of.reason ?? null,
    deliveries: of.deliveries,
    resent: sent,
    sent,
    succeeded,
    failed,
    skipped: of.skipped,
    skipped_reasons: of.skipped_reasons,
    actor: of.actor ?? null,
    created_at: of.created_at,
    finished_at: of.finished_at ?? null,
  };
}

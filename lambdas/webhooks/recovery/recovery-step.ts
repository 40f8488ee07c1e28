/**
 * Runs a step of a recovery. A step counts the attempts made since the previous step, selects some failed
 * deliveries, reopens them and queues them. The selection is stored first, and each reopened delivery
 * contains the recovery's id. Each failed delivery is therefore resent only once, even if a step crashes or
 * its message arrives several times.
 */
import * as z from 'zod';
import { MINUTE, timestamp, type Clock } from '../../core/clock.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { isSubmissionSendable, reopenForRecovery } from '../delivery/delivery-state.ts';
import {
  withSkipped,
  type FailedPosition,
  type Recovery,
  type SkipReason,
  type StopReason,
} from './recovery.ts';
import type { SubmissionStatus } from '../../submissions/submission.ts';

/** Number of deliveries in a step. */
export const BATCH = 50;
/**
 * Seconds between two steps. Limits a recovery to ten deliveries per second so that it doesn't flood an
 * endpoint that has just come back online.
 */
export const PAUSE_SECONDS = 5;
/** Seconds to wait before the first step, because the index of failed deliveries is eventually consistent. */
export const FIRST_PAUSE_SECONDS = 2;
/** Time without an update after which a recovery's function is assumed to have crashed, in milliseconds. */
const ALIVE = MINUTE;

/** A message in the recovery queue. */
export const recoveryMessage = z.object({ recovery_id: z.string(), step: z.int() });
export type RecoveryMessage = z.infer<typeof recoveryMessage>;
/** A message that requests the start of a webhook's due recovery. */
export const dueMessage = z.object({ webhook_id: z.string() });
export type DueMessage = z.infer<typeof dueMessage>;

export interface RecoveryDeps {
  readonly now: Clock;
  find(recoveryId: string): Promise<Recovery | undefined>;
  /** Replaces the recovery unless it has changed since it was read. Returns undefined if it has changed. */
  replace(before: Recovery, after: Recovery): Promise<Recovery | undefined>;
  /** Returns the reason why the webhook can't receive deliveries, or undefined if it can. */
  stopReasonOf(of: Recovery): Promise<StopReason | undefined>;
  /**
   * Returns the next deliveries that failed in the recovery's period. `isLast` is true if no deliveries are
   * left.
   */
  failed(
    of: Recovery,
    after: FailedPosition | undefined,
    limit: number,
  ): Promise<{ rows: FailedPosition[]; isLast: boolean }>;
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  replaceDelivery(before: Delivery, after: Delivery): Promise<Delivery | undefined>;
  /** Returns the submission status of each delivery. Omits deleted submissions. */
  statuses(deliveryIds: readonly string[]): Promise<ReadonlyMap<string, SubmissionStatus>>;
  /** Requests the scheduled attempts of these deliveries. */
  queue(deliveryIds: readonly string[]): Promise<void>;
}

/**
 * Runs the step that a message requests.
 * @returns the message for the next step, to be sent after `PAUSE_SECONDS`, or undefined if the recovery is
 *   complete
 */
export async function runRecoveryStep(
  { recovery_id, step }: RecoveryMessage,
  deps: RecoveryDeps,
): Promise<RecoveryMessage | undefined> {
  const stored = await deps.find(recovery_id);
  if (stored?.status !== 'running') return undefined;
  // The message arrived twice, and another function is running the step. Continue only if that function seems
  // to have crashed.
  if (step !== stored.step && stored.touched_at > timestamp(deps.now() - ALIVE)) return undefined;

  const reason = await deps.stopReasonOf(stored);
  if (reason !== undefined) {
    const { counted } = await countSent(stored, deps);
    await deps.replace(stored, ended(counted, 'stopped', deps.now(), reason));
    return undefined;
  }
  const done = stored.batch ? await resend(stored, deps) : await proceed(stored, deps);
  return done?.status === 'running' ? { recovery_id, step: done.step } : undefined;
}

/**
 * Counts the attempts made since the previous step and resends the next deliveries unless too many are still
 * in the queue. Returns the recovery after the step, or undefined if another function has run the step.
 */
async function proceed(stored: Recovery, deps: RecoveryDeps): Promise<Recovery | undefined> {
  const { counted, again } = await countSent(stored, deps);
  const { queued = [] } = counted;
  const now = deps.now();
  if (counted.is_last === true && queued.length + again.length === 0)
    return deps.replace(stored, ended({ ...counted, step: counted.step + 1 }, 'finished', now));
  const mayChoose = counted.is_last !== true && queued.length <= BATCH;
  if (!mayChoose && again.length === 0)
    return deps.replace(stored, { ...counted, step: counted.step + 1, touched_at: timestamp(now) });
  const { rows, isLast } = mayChoose
    ? await deps.failed(counted, counted.after, BATCH)
    : { rows: [], isLast: counted.is_last === true };
  const chosen = await deps.replace(stored, {
    ...counted,
    batch: [...again, ...rows.map(({ delivery_id }) => delivery_id)],
    after: rows.at(-1) ?? counted.after,
    is_last: isLast,
    touched_at: timestamp(now),
  });
  return chosen && resend(chosen, deps);
}

/**
 * Counts the queued deliveries that had their first attempt or won't be attempted. `again` contains the
 * deliveries that ended without an attempt because the webhook or the account was temporarily disabled.
 */
async function countSent(
  stored: Recovery,
  deps: RecoveryDeps,
): Promise<{ counted: Recovery; again: readonly string[] }> {
  const { queued = [] } = stored;
  if (queued.length === 0) return { counted: stored, again: [] };
  const [found, statuses] = await Promise.all([
    Promise.all(queued.map((id) => deps.findDelivery(stored.webhook_id, id))),
    deps.statuses(queued),
  ]);
  const fates = queued.map((id, index) => fateOf(found[index], statuses.get(id)));
  const having = (fate: Fate): string[] => queued.filter((_, index) => fates[index] === fate);
  const counted = withSkipped(
    { ...stored, resent: stored.resent + having('sent').length, queued: having('waiting') },
    fates.filter(isSkipReason),
  );
  return { counted: withAll(counted), again: having('again') };
}

type Fate = 'waiting' | 'again' | 'sent' | SkipReason;
const isSkipReason = (fate: Fate): fate is SkipReason =>
  fate === 'spam' || fate === 'deleted' || fate === 'succeeded';

function fateOf(stored: Delivery | undefined, submission: SubmissionStatus | undefined): Fate {
  if (!stored) return 'deleted';
  if (stored.automatic_attempts > 0) return 'sent';
  if (stored.status === 'succeeded') return 'succeeded';
  if (stored.status !== 'failed') return 'waiting';
  return obstacleOf(stored, submission) ?? 'again';
}

function obstacleOf(of: Delivery, status: SubmissionStatus | undefined): SkipReason | undefined {
  if (isSubmissionSendable(of, status && { status })) return undefined;
  return status === 'spam' ? 'spam' : 'deleted';
}

/**
 * Resends the selected deliveries. Returns the recovery after the step, or undefined if another function has
 * run the step.
 */
async function resend(chosen: Recovery, deps: RecoveryDeps): Promise<Recovery | undefined> {
  const { batch = [], queued = [] } = chosen;
  const statuses = await deps.statuses(batch);
  const results = await Promise.all(batch.map((id) => reopenDelivery(id, statuses.get(id), chosen, deps)));
  const reopened = batch.filter((_, index) => results[index] === 'reopened');
  if (reopened.length > 0) await deps.queue(reopened);
  const now = deps.now();
  const { batch: _, ...rest } = chosen;
  const after = withAll({
    ...withSkipped(
      rest,
      results.filter((result) => result !== 'reopened'),
    ),
    step: chosen.step + 1,
    queued: [...queued, ...reopened],
    touched_at: timestamp(now),
  });
  const isDone = after.is_last === true && after.queued?.length === 0;
  return deps.replace(chosen, isDone ? ended(after, 'finished', now) : after);
}

/** Corrects the number of deliveries if the recovery has found more than were counted when it started. */
function withAll(of: Recovery): Recovery {
  const found = of.resent + of.skipped + (of.queued?.length ?? 0);
  return { ...of, deliveries: Math.max(of.deliveries, found) };
}

/** Reopens a delivery, unless there is a reason to skip it. Safe to repeat. */
async function reopenDelivery(
  deliveryId: string,
  submission: SubmissionStatus | undefined,
  of: Recovery,
  { now, findDelivery, replaceDelivery }: RecoveryDeps,
): Promise<'reopened' | SkipReason> {
  for (;;) {
    const stored = await findDelivery(of.webhook_id, deliveryId);
    if (!stored) return 'deleted';
    const isSent = stored.recovery_id === of.recovery_id && stored.automatic_attempts > 0;
    if (isSent) return 'reopened';
    if (stored.status === 'succeeded') return 'succeeded';
    const obstacle = obstacleOf(stored, submission);
    if (obstacle !== undefined) return obstacle;
    const reopened = reopenForRecovery(stored, of, now());
    if (reopened === stored || (await replaceDelivery(stored, reopened))) return 'reopened';
  }
}

function ended(of: Recovery, status: 'finished' | 'stopped', now: number, reason?: StopReason): Recovery {
  return {
    ...of,
    // Correct the total, which was counted before the recovery started. Some of these deliveries may have
    // succeeded before the recovery reached them, and a stopped recovery leaves the rest as failed.
    deliveries: of.resent + of.skipped,
    status,
    batch: undefined,
    queued: undefined,
    is_last: undefined,
    ...(reason !== undefined && { reason }),
    touched_at: timestamp(now),
    finished_at: timestamp(now),
  };
}

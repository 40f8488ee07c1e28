/**
 * Runs a step of a recovery, which selects some failed deliveries, reopens them and queues them. The
 * selection is stored first, and only deliveries that failed before the end of the recovery's period are
 * reopened. Each failed delivery is therefore resent once, even if a step crashes or its message arrives
 * several times.
 */
import * as z from 'zod';
import { MINUTE, timestamp, type Clock } from '../../core/clock.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { reopenForRecovery } from '../delivery/delivery-state.ts';
import type { FailedPosition, Recovery, StopReason } from './recovery.ts';

/** Number of deliveries in a step. */
export const BATCH = 50;
/**
 * Seconds between two steps. Limits a recovery to ten deliveries per second, so that it doesn't flood an
 * endpoint that has just come back online.
 */
export const PAUSE_SECONDS = 5;
/** Seconds before the first step, because the index of failed deliveries is eventually consistent. */
export const FIRST_PAUSE_SECONDS = 2;
/** Time without an update after which a recovery's function is assumed to have crashed, in milliseconds. */
const ALIVE = MINUTE;

/** A message in the recovery queue. */
export const recoveryMessage = z.object({ recovery_id: z.string(), step: z.int() });
export type RecoveryMessage = z.infer<typeof recoveryMessage>;

export interface RecoveryDeps {
  readonly now: Clock;
  find(recoveryId: string): Promise<Recovery | undefined>;
  /** Replaces the delivery unless it has changed since it was read. Returns undefined if it has changed. */
  replace(before: Recovery, after: Recovery): Promise<Recovery | undefined>;
  /** Returns the reason why the webhook can't receive deliveries, or undefined if it can. */
  stopReasonOf(of: Recovery): Promise<StopReason | undefined>;
  /**
   * Returns the next deliveries that failed in the recovery's period. `isLast` is true if there are no more.
   */
  failed(
    of: Recovery,
    after: FailedPosition | undefined,
    limit: number,
  ): Promise<{ rows: FailedPosition[]; isLast: boolean }>;
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  replaceDelivery(before: Delivery, after: Delivery): Promise<Delivery | undefined>;
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
    await deps.replace(stored, ended(stored, 'stopped', deps.now(), reason));
    return undefined;
  }
  const chosen = stored.batch ? stored : await choose(stored, deps);
  const done = chosen && (await resend(chosen, deps));
  return done?.status === 'running' ? { recovery_id, step: done.step } : undefined;
}

async function choose(stored: Recovery, deps: RecoveryDeps): Promise<Recovery | undefined> {
  const { rows, isLast } = await deps.failed(stored, stored.after, BATCH);
  return deps.replace(stored, {
    ...stored,
    batch: rows.map(({ delivery_id }) => delivery_id),
    after: rows.at(-1) ?? stored.after,
    is_last: isLast,
    touched_at: timestamp(deps.now()),
  });
}

/**
 * Resends the selected deliveries. Returns the recovery after the step, or undefined if another function has
 * run the step.
 */
async function resend(chosen: Recovery, deps: RecoveryDeps): Promise<Recovery | undefined> {
  const { batch = [] } = chosen;
  const results = await Promise.all(batch.map((id) => reopenDelivery(id, chosen, deps)));
  const resent = batch.filter((_, index) => results[index]);
  if (resent.length > 0) await deps.queue(resent);
  const now = deps.now();
  const { batch: _, is_last, ...rest } = chosen;
  const after: Recovery = {
    ...rest,
    step: chosen.step + 1,
    resent: chosen.resent + resent.length,
    skipped: chosen.skipped + batch.length - resent.length,
    touched_at: timestamp(now),
  };
  after.deliveries = Math.max(after.deliveries, after.resent + after.skipped);
  return deps.replace(chosen, is_last === true ? ended(after, 'finished', now) : after);
}

/** Reopens a delivery. Returns true if this recovery reopened it, either now or in a step that crashed. */
async function reopenDelivery(
  deliveryId: string,
  of: Recovery,
  { now, findDelivery, replaceDelivery }: RecoveryDeps,
): Promise<boolean> {
  for (;;) {
    const stored = await findDelivery(of.webhook_id, deliveryId);
    if (!stored) return false;
    const reopened = reopenForRecovery(stored, of, now());
    if (reopened === stored) return stored.recovery_id === of.recovery_id;
    if (await replaceDelivery(stored, reopened)) return true;
  }
}

function ended(of: Recovery, status: 'finished' | 'stopped', now: number, reason?: StopReason): Recovery {
  return {
    ...of,
    status,
    batch: undefined,
    is_last: undefined,
    ...(reason !== undefined && { reason }),
    touched_at: timestamp(now),
    finished_at: timestamp(now),
  };
}

/**
 * Defines the overdue index, a sparse index of deliveries that still need work, sorted by `check_at`. The
 * sweeper requeues deliveries whose `check_at` has passed. Every stored delivery therefore finishes
 * eventually, even if a message or an execution is lost.
 *
 * A delivery stays in the index from its first write until it has finished and its endpoint's health has been
 * updated.
 */
import { HOUR, MINUTE, timestamp } from '../../core/clock.ts';
import { parentsOfDelivery } from '../../core/ids.ts';

interface Checked {
  readonly delivery_id: string;
  readonly overdue_shard?: string | undefined;
  readonly check_at?: string | undefined;
}

/**
 * Time after which the sweeper checks a late delivery, in milliseconds. Must be longer than the retries of
 * the queues and of the retry state machine.
 */
const GRACE = 15 * MINUTE;
/**
 * Minimum and maximum time after `due` at which an existing check isn't rescheduled, in milliseconds.
 * Rescheduling a check costs two more writes.
 */
const MIN_GRACE = 10 * MINUTE;
const MAX_GRACE = 30 * MINUTE;
/** Maximum time between two checks of a delivery, in milliseconds. */
const MAX_DELAY = 6 * HOUR;

/**
 * Partition keys of the index. The index has several partitions, because each one supports only 1,000 writes
 * per second.
 */
export const OVERDUE_SHARDS: readonly string[] = Array.from({ length: 8 }, (_, shard) => String(shard));

/**
 * Schedules the delivery's next check. The check runs a few minutes after `due`, the time when the work
 * should be done.
 */
export function scheduleCheck<Of extends Checked>(of: Of, due: number): Of {
  const at = of.check_at;
  if (at !== undefined && at >= timestamp(due + MIN_GRACE) && at <= timestamp(due + MAX_GRACE)) {
    return of;
  }
  return { ...of, overdue_shard: shardOf(of.delivery_id), check_at: timestamp(due + GRACE) };
}

/** Removes the delivery from the index because it needs no further work. */
export function cancelCheck<Of extends Checked>(of: Of): Of {
  return { ...of, overdue_shard: undefined, check_at: undefined };
}

/**
 * Returns when to check an overdue delivery again after it was queued at `now`. Older deliveries are checked
 * less often, so a queue with a backlog doesn't keep receiving the same deliveries.
 */
export function nextCheckAt({ created_at }: { readonly created_at: string }, now: number): string {
  const age = now - Date.parse(created_at);
  return timestamp(now + Math.min(Math.max(GRACE, age / 2), MAX_DELAY));
}

/**
 * Choose the partition by the last characters of the id because these are random for both submissions and
 * test pings.
 */
function shardOf(deliveryId: string): string {
  const random = parentsOfDelivery(deliveryId)?.submissionId ?? deliveryId;
  return String(random.charCodeAt(random.length - 1) % OVERDUE_SHARDS.length);
}

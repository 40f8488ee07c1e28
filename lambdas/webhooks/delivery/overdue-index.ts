/**
 * The overdue index: a sparse index of deliveries that still need work, sorted by `check_at`, a time by which
 * the work should long be done. The sweeper reads it and queues what it finds again. So no stored delivery is
 * forgotten, even if a message or an execution is lost.
 *
 * A delivery is in the index from its first write until it has finished and the health of its endpoint is
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
 * How late work must be before the sweeper checks it. Longer than the queues and the ladder need for their
 * own retries.
 */
const GRACE = 15 * MINUTE;
/** A check within these bounds isn't moved, because each move costs two more writes. */
const MIN_GRACE = 10 * MINUTE;
const MAX_GRACE = 30 * MINUTE;
/** Maximum time between two checks of one delivery. */
const MAX_DELAY = 6 * HOUR;

/** The index is spread over several partition keys, each of which takes 1,000 writes per second. */
export const OVERDUE_SHARDS: readonly string[] = Array.from({ length: 8 }, (_, shard) => String(shard));

/** Returns the delivery with its next check scheduled some time after `due`, when the work should be done. */
export function scheduleCheck<Of extends Checked>(of: Of, due: number): Of {
  const at = of.check_at;
  if (at !== undefined && at >= timestamp(due + MIN_GRACE) && at <= timestamp(due + MAX_GRACE)) {
    return of;
  }
  return { ...of, overdue_shard: shardOf(of.delivery_id), check_at: timestamp(due + GRACE) };
}

/** Returns the delivery without its key in the index, because no work is left. */
export function cancelCheck<Of extends Checked>(of: Of): Of {
  return { ...of, overdue_shard: undefined, check_at: undefined };
}

/**
 * Returns when to check an overdue delivery again after it was queued at `now`. The older the delivery, the
 * later the check, so that a queue with a backlog isn't filled with the same deliveries over and over.
 */
export function nextCheckAt({ created_at }: { readonly created_at: string }, now: number): string {
  const age = now - Date.parse(created_at);
  return timestamp(now + Math.min(Math.max(GRACE, age / 2), MAX_DELAY));
}

/** The end of a submission's id is random, and so is that of a test ping's. */
function shardOf(deliveryId: string): string {
  const random = parentsOfDelivery(deliveryId)?.submissionId ?? deliveryId;
  return String(random.charCodeAt(random.length - 1) % OVERDUE_SHARDS.length);
}

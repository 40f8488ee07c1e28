/**
 * The overdue index: a sparse index of the deliveries for which something is still to be done, sorted by `check_at`,
 * a time at which it should long have happened. The sweeper reads it and queues again what it finds, so no
 * stored delivery is forgotten, whatever message or execution got lost.
 *
 * A delivery is in the index from its first write until it has ended and the health of its endpoint is updated.
 */
import { HOUR, MINUTE, timestamp } from '../../core/clock.ts';
import { parentsOfDelivery } from '../../core/ids.ts';

interface Checked {
  readonly delivery_id: string;
  readonly overdue_shard?: string | undefined;
  readonly check_at?: string | undefined;
}

/** How late something is before the sweeper checks it: later than queues and ladder need for their own retries. */
const GRACE = 15 * MINUTE;
/** A check within these bounds stays where it is: each move costs two more writes. */
const LEAST_GRACE = 10 * MINUTE;
const MOST_GRACE = 30 * MINUTE;
/** Longest time between two checks of one delivery. */
const LONGEST = 6 * HOUR;

/** The index is spread over several keys, each of which takes 1,000 writes a second. */
export const OVERDUE_SHARDS: readonly string[] = Array.from({ length: 8 }, (_, shard) => String(shard));

/** The delivery with its next check some time after `due`, when something is to happen. */
export function scheduleCheck<Of extends Checked>(of: Of, due: number): Of {
  const at = of.check_at;
  if (at !== undefined && at >= timestamp(due + LEAST_GRACE) && at <= timestamp(due + MOST_GRACE)) {
    return of;
  }
  return { ...of, overdue_shard: shardOf(of.delivery_id), check_at: timestamp(due + GRACE) };
}

/** The delivery out of the index: nothing is left to do. */
export function cancelCheck<Of extends Checked>(of: Of): Of {
  return { ...of, overdue_shard: undefined, check_at: undefined };
}

/**
 * The next check of an overdue delivery that is queued again at `now`: the older it is, the later, so that a queue
 * with a backlog is not filled with the same deliveries again and again.
 */
export function nextCheckAt({ created_at }: { readonly created_at: string }, now: number): string {
  const age = now - Date.parse(created_at);
  return timestamp(now + Math.min(Math.max(GRACE, age / 2), LONGEST));
}

/** The end of a submission's id is random; a test ping has such an end too. */
function shardOf(deliveryId: string): string {
  const random = parentsOfDelivery(deliveryId)?.submissionId ?? deliveryId;
  return String(random.charCodeAt(random.length - 1) % OVERDUE_SHARDS.length);
}

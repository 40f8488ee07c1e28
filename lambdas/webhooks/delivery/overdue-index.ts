/**
 * The watch: a sparse index of the deliveries for which something is still to be done, by the time at which it
 * should long have happened. The sweeper reads what is overdue there and nothing else, so nothing that is stored
 * is ever forgotten, whatever message or execution got lost.
 *
 * A delivery is in it from its first write until it has ended and everything that follows from its end is done.
 */
import { HOUR, MINUTE, timestamp } from '../../core/clock.ts';

interface Watchable {
  readonly delivery_id: string;
  readonly overdue_shard?: string | undefined;
  readonly check_at?: string | undefined;
}

/** How late something is before the sweeper looks: later than queues and ladder need for their own retries. */
const PATIENCE = 15 * MINUTE;
/** An entry within these bounds stays where it is: each move costs two more writes. */
const LEAST_PATIENCE = 10 * MINUTE;
const MOST_PATIENCE = 30 * MINUTE;
/** Most time between two looks at the same delivery. */
const LONGEST = 6 * HOUR;

/** The index is spread over several keys, each of which takes 1,000 writes a second. */
export const OVERDUE_SHARDS: readonly string[] = Array.from({ length: 8 }, (_, part) => String(part));

/** The same, under watch: something is to happen at `due`. */
export function scheduleCheck<Of extends Watchable>(of: Of, due: number): Of {
  const at = of.check_at;
  if (at !== undefined && at >= timestamp(due + LEAST_PATIENCE) && at <= timestamp(due + MOST_PATIENCE)) {
    return of;
  }
  return { ...of, overdue_shard: partOf(of.delivery_id), check_at: timestamp(due + PATIENCE) };
}

/** The same, with nothing left to do. */
export function cancelCheck<Of extends Watchable>(of: Of): Of {
  return { ...of, overdue_shard: undefined, check_at: undefined };
}

/**
 * When to look again at a delivery that was set going at `now`: the older it is, the later, so that a queue with a
 * backlog is not filled with the same deliveries again and again.
 */
export function nextCheckAt({ created_at }: { readonly created_at: string }, now: number): string {
  const age = now - Date.parse(created_at);
  return timestamp(now + Math.min(Math.max(PATIENCE, age / 2), LONGEST));
}

/** The end of a delivery id is random. */
function partOf(deliveryId: string): string {
  return String(deliveryId.charCodeAt(deliveryId.length - 1) % OVERDUE_SHARDS.length);
}

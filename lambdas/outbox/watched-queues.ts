/**
 * Finds dead letters, and queues that no function reads. Functions report late batches, but can't do so if
 * they don't receive any messages.
 */
import * as z from 'zod';
import { MINUTE } from '../core/clock.ts';

/** Metrics for dead letters: one for queues whose dead letters affect users, and one for background jobs. */
export const deadLetterMetrics = ['DeadNotifications', 'DeadJobs'] as const;
export type DeadLetterMetric = (typeof deadLetterMetrics)[number];

/** A queue's id, the metric for its dead letters, its name, and the name of its dead-letter queue. */
export const watchedQueue = z.tuple([z.string(), z.enum(deadLetterMetrics), z.string(), z.string()]);
export type WatchedQueue = z.infer<typeof watchedQueue>;

/** A queue and the number of its messages when the sweeper checked it. */
export interface QueueState {
  readonly id: string;
  readonly metric: DeadLetterMetric;
  readonly deadLetters: number;
  /** Number of messages that are waiting to be received. */
  readonly waiting: number;
  /** Number of messages that functions are processing. */
  readonly inFlight: number;
}

/**
 * For each queue id, the time since which no function has read the queue's messages, in milliseconds since
 * the epoch.
 */
export type UnreadSince = Readonly<Record<string, number>>;

/** A queue is stuck if its messages stay unread for this long. */
const STUCK_AFTER = 30 * MINUTE;

export interface QueueFindings {
  /** Number of dead letters by metric. */
  readonly dead: Readonly<Record<DeadLetterMetric, number>>;
  /** Number of dead letters for each queue that has any. */
  readonly deadByQueue: Readonly<Record<string, number>>;
  readonly unreadSince: UnreadSince;
  /** Ids of the queues that no function reads. */
  readonly stuck: readonly string[];
}

/**
 * Returns the dead letters and the stuck queues.
 * @param before since when each queue was unread, as of the last sweep
 */
export function findingsIn(states: readonly QueueState[], before: UnreadSince, now: number): QueueFindings {
  const sumOf = (metric: DeadLetterMetric): number =>
    states.reduce((sum, state) => sum + (state.metric === metric ? state.deadLetters : 0), 0);
  const unreadSince = Object.fromEntries(
    states
      .filter(({ waiting, inFlight }) => waiting > 0 && inFlight === 0)
      .map(({ id }) => [id, before[id] ?? now] as const),
  );
  return {
    dead: { DeadNotifications: sumOf('DeadNotifications'), DeadJobs: sumOf('DeadJobs') },
    deadByQueue: Object.fromEntries(
      states.flatMap(({ id, deadLetters }) => (deadLetters > 0 ? [[id, deadLetters]] : [])),
    ),
    unreadSince,
    stuck: Object.entries(unreadSince).flatMap(([id, since]) => (now - since >= STUCK_AFTER ? [id] : [])),
  };
}

/**
 * Finds dead letters, and queues that no function reads. Functions report late batches themselves, but only
 * if they receive them.
 */
import * as z from 'zod';
import { MINUTE } from '../core/clock.ts';

/** The metric that counts a queue's dead letters: those that users notice, or those of background jobs. */
export const deadLetterMetrics = ['DeadNotifications', 'DeadJobs'] as const;
export type DeadLetterMetric = (typeof deadLetterMetrics)[number];

/** A queue's id, the metric for its dead letters, its name, and the name of its dead-letter queue. */
export const watchedQueue = z.tuple([z.string(), z.enum(deadLetterMetrics), z.string(), z.string()]);
export type WatchedQueue = z.infer<typeof watchedQueue>;

/** A queue and how many messages it had when the sweeper looked. */
export interface QueueState {
  readonly id: string;
  readonly metric: DeadLetterMetric;
  readonly deadLetters: number;
  /** Number of messages that a function could receive. */
  readonly waiting: number;
  /** Number of messages that a function is processing. */
  readonly inFlight: number;
}

/** Since when queues have only had unread messages, in milliseconds since the epoch, by the queue's id. */
export type UnreadSince = Readonly<Record<string, number>>;

/** A queue is stuck if its messages stay unread for this long. */
const STUCK_AFTER = 30 * MINUTE;

export interface QueueFindings {
  /** Number of dead letters by metric. */
  readonly dead: Readonly<Record<DeadLetterMetric, number>>;
  /** Number of dead letters by queue, without empty queues. */
  readonly deadByQueue: Readonly<Record<string, number>>;
  readonly unreadSince: UnreadSince;
  /** Ids of the queues that no function reads. */
  readonly stuck: readonly string[];
}

/**
 * Returns the dead letters and the stuck queues.
 * @param before since when queues were unread at the last sweep
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

/**
 * Runs the sweeper every few minutes. Every step is safe to repeat. If time runs out, the next sweep does the
 * remaining work. A sweep has these steps:
 * - Count dead letters, and look for queues that no function reads.
 * - Repeat the fan-out of stream records for which all attempts have failed.
 * - Requeue overdue deliveries.
 * - Redrive dead letters of deliveries.
 * - Resume stalled recoveries.
 * - Count the failed records that are waiting in all buckets.
 * - Look for submissions that were never fanned out and for streams without a consumer.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { deliveryQueue, redriveDeliveries } from '../webhooks/delivery/delivery-queue.ts';
import { deliveryStore, type Overdue } from '../webhooks/delivery/delivery-store.ts';
import { documentClient, hotPathClients } from '../aws/clients/dynamodb-client.ts';
import { sqsClient } from '../aws/clients/sqs-client.ts';
import { stoppedStreams } from '../aws/event-sources/event-source-client.ts';
import { failedRecords } from '../aws/event-sources/failed-records.ts';
import { metricMembers, type Metrics } from '../aws/metrics.ts';
import { timestamp, type Clock } from '../core/clock.ts';
import { logIdsOf } from '../core/log-ids.ts';
import { nextCheckAt, OVERDUE_SHARDS } from '../webhooks/delivery/overdue-index.ts';
import { readEnvironment } from '../environment.ts';
import { submissionChange, type SubmissionChange } from '../submissions/submission-stream.ts';
import { recoveryQueue } from '../webhooks/recovery/recovery-queue.ts';
import { recoveryStore } from '../webhooks/recovery/recovery-store.ts';
import { resumeRecoveries } from '../webhooks/recovery/resume-recoveries.ts';
import { missedSubmissions } from './missed-submissions.ts';
import { missedSubmissionStore } from './missed-submission-store.ts';
import { submissionChangeHandlers } from './submission-record-handlers.ts';
import { watchedQueue, type QueueFindings, type WatchedQueue } from './watched-queues.ts';
import { queueChecks } from './watched-queue-store.ts';

interface Deps {
  readonly now: Clock;
  readonly deliveries: Pick<ReturnType<typeof deliveryStore>, 'overdue' | 'postpone'>;
  readonly queue: Pick<ReturnType<typeof deliveryQueue>, 'add'>;
  /**
   * Moves dead letters of deliveries back to their queues as long as `mayGoOn` returns true, up to a maximum
   * per queue. Returns the number of moved messages.
   */
  readonly redrive: (most: number, mayGoOn: () => boolean) => Promise<number>;
  /** Batches of stream records that fan-out could not handle. */
  readonly failed: Pick<ReturnType<typeof failedRecords>, 'list' | 'records' | 'done'>;
  /** Returns a handler for the stream records in one batch. */
  readonly handlers: () => (change: SubmissionChange) => Promise<void>;
  /** Buckets of failed records, keyed by record type. */
  readonly waiting: Readonly<Record<string, Pick<ReturnType<typeof failedRecords>, 'count'>>>;
  /** Counts dead letters, and finds queues that no function reads. */
  readonly checkQueues: (
    queues: readonly WatchedQueue[],
  ) => Promise<Pick<QueueFindings, 'dead' | 'deadByQueue' | 'stuck'>>;
  /** Checks for problems that don't cause errors. Each check returns delivery ids or function names. */
  readonly checks: Readonly<Partial<Record<Check, () => Promise<readonly string[]>>>>;
  /** Resumes stalled recoveries and returns their ids. */
  readonly resumeRecoveries: () => Promise<string[]>;
  readonly report: (message: string, details: Record<string, unknown>) => void;
  readonly measure: (values: Metrics['values'], details: Record<string, unknown>) => void;
}

type Check = 'MissedSubmissions' | 'StoppedStreams';

/** Maximum number of problems to log for each check. */
const MAX_LOGGED = 10;

/** Remaining run time at which the sweep stops, in milliseconds. */
const TIME_TO_STOP_MS = 10_000;
/** Maximum number of dead letters to move per queue in a sweep. */
const MAX_DEAD_LETTERS = 500;

export function sweep(deps: Deps) {
  return async (remainingMs: () => number, queues: readonly WatchedQueue[] = []): Promise<void> => {
    const mayGoOn = (): boolean => remainingMs() > TIME_TO_STOP_MS;
    // Count dead letters before some of them are redriven.
    const { dead = {}, deadByQueue, stuck = [] } = await queueFindings(queues, deps);
    await fanOutFailed(deps, mayGoOn);
    const OverdueDeliveries = await queueOverdue(deps, mayGoOn);
    await redriveDeadLetters(deps, mayGoOn);
    const recoveries = await deps.resumeRecoveries();
    if (recoveries.length > 0) deps.report('Stalled recoveries resumed', { recoveries });
    const failed_batches = await batchesWaiting(deps);
    const FailedBatches = Object.values(failed_batches).reduce((sum, count) => sum + count, 0);
    const problems = await runChecks(deps);
    // Don't send counts of 0, because AWS bills each metric that has values.
    const counts = { ...dead, LateWork: stuck.length, OverdueDeliveries, FailedBatches, ...problems };
    const found = Object.entries(counts).filter(([, count]) => count > 0);
    deps.measure(Object.fromEntries(found), { dead_letters: deadByQueue, failed_batches });
  };
}

/** Checks the queues, and logs the ones that no function reads. */
async function queueFindings(
  queues: readonly WatchedQueue[],
  { checkQueues, report }: Pick<Deps, 'checkQueues' | 'report'>,
): Promise<Partial<Awaited<ReturnType<Deps['checkQueues']>>>> {
  try {
    const found = await checkQueues(queues);
    for (const queue of found.stuck) report('Queue is not read', { queue });
    return found;
  } catch (error) {
    // Send the other metrics even if the queues can't be checked.
    report('Sweeper check failed', { check: 'queues', error });
    return {};
  }
}

/** Runs the checks and logs the problems. Returns the number of problems that each check found. */
async function runChecks({
  checks,
  report,
}: Pick<Deps, 'checks' | 'report'>): Promise<Partial<Record<Check, number>>> {
  const counts: Partial<Record<Check, number>> = {};
  for (const [check, run] of Object.entries(checks) as [Check, () => Promise<readonly string[]>][]) {
    try {
      const found = await run();
      counts[check] = found.length;
      for (const each of found.slice(0, MAX_LOGGED)) report(check, { ...logIdsOf(each), found: each });
    } catch (error) {
      // Send the metrics even if a check fails.
      report('Sweeper check failed', { check, error });
    }
  }
  return counts;
}

/** Returns the number of waiting batches of failed records, keyed by record type. */
async function batchesWaiting({ waiting }: Pick<Deps, 'waiting'>): Promise<Record<string, number>> {
  const counts = Object.entries(waiting).map(
    async ([name, records]) => [name, await records.count()] as const,
  );
  return Object.fromEntries(await Promise.all(counts));
}

async function fanOutFailed(
  { failed, handlers, report }: Pick<Deps, 'failed' | 'handlers' | 'report'>,
  mayGoOn: () => boolean,
): Promise<void> {
  for await (const batch of failed.list()) {
    if (!mayGoOn()) return;
    try {
      const handle = handlers();
      for (const record of await failed.records(batch)) await handle(submissionChange.parse(record));
      await failed.done(batch);
    } catch (error) {
      // Continue with the next batch, so that a failing batch doesn't block the others.
      report('Failed to process submission records', { batch, error });
    }
  }
}

/**
 * Redrives dead letters, so that no delivery is lost. Before its first attempt, a delivery exists only as a
 * queue message (invariant 13).
 */
async function redriveDeadLetters(
  { redrive, report }: Pick<Deps, 'redrive' | 'report'>,
  mayGoOn: () => boolean,
): Promise<void> {
  try {
    const count = await redrive(MAX_DEAD_LETTERS, mayGoOn);
    if (count > 0) report('Dead-lettered deliveries redriven', { count });
  } catch (error) {
    report('Failed to redrive dead-lettered deliveries', { error });
  }
}

/** Queues overdue deliveries again. Returns the number of queued deliveries. */
async function queueOverdue(deps: Deps, mayGoOn: () => boolean): Promise<number> {
  const now = deps.now();
  const overdueAt = timestamp(now);
  let queued = 0;
  await Promise.all(
    OVERDUE_SHARDS.map(async (shard) => {
      for await (const found of deps.deliveries.overdue(shard, overdueAt)) {
        await requeue(found, now, deps);
        queued += found.length;
        if (!mayGoOn()) return;
      }
    }),
  );
  return queued;
}

/**
 * Queues the deliveries and then postpones their next check. In this order, a crash between the two steps
 * causes duplicate messages instead of lost deliveries.
 */
async function requeue(
  found: readonly Overdue[],
  now: number,
  { queue, deliveries, report }: Pick<Deps, 'queue' | 'deliveries' | 'report'>,
): Promise<void> {
  if (found.length === 0) return;
  report('Overdue deliveries queued again', { count: found.length });
  await queue.add(found.map(({ delivery_id }) => delivery_id));
  await Promise.all(found.map((each) => deliveries.postpone(each, nextCheckAt(each, now))));
}

const environment = readEnvironment(
  'COUNTERS_TABLE',
  'DELIVERIES_TABLE',
  'DELIVERIES_QUEUE_URL',
  'DELIVERIES_DEAD_LETTERS_URL',
  'SLOW_DELIVERIES_QUEUE_URL',
  'SLOW_DELIVERIES_DEAD_LETTERS_URL',
  'FAILED_RECORDS_BUCKETS',
  'FAILED_SUBMISSIONS_BUCKET',
  'RECOVERIES_QUEUE_URL',
  'RECOVERIES_TABLE',
  'STREAM_MAPPINGS',
  'SUBMISSIONS_TABLE',
  'WEBHOOKS_TABLE',
);
const deliveries = deliveryStore(hotPathClients(), environment.DELIVERIES_TABLE);
const logger = new Logger({ serviceName: 'svc-forms' });
const run = sweep({
  now: Date.now,
  deliveries,
  queue: deliveryQueue(environment.DELIVERIES_QUEUE_URL),
  redrive: redriveDeliveries(sqsClient(), [
    {
      queueUrl: environment.DELIVERIES_QUEUE_URL,
      deadLettersUrl: environment.DELIVERIES_DEAD_LETTERS_URL,
    },
    {
      queueUrl: environment.SLOW_DELIVERIES_QUEUE_URL,
      deadLettersUrl: environment.SLOW_DELIVERIES_DEAD_LETTERS_URL,
    },
  ]),
  failed: failedRecords(environment.FAILED_SUBMISSIONS_BUCKET),
  waiting: Object.fromEntries(
    Object.entries(environment.FAILED_RECORDS_BUCKETS).map(([name, bucket]) => [name, failedRecords(bucket)]),
  ),
  handlers: submissionChangeHandlers(),
  checkQueues: queueChecks(sqsClient(), documentClient(), {
    // Derive each URL from the URL of the deliveries queue, because the URLs of the stage's queues only
    // differ in the queue's name.
    urlOf: (queue) => environment.DELIVERIES_QUEUE_URL.replace(/[^/]+$/, queue),
    countersTable: environment.COUNTERS_TABLE,
  }),
  checks: {
    MissedSubmissions: missedSubmissions({
      now: Date.now,
      findDelivery: deliveries.find,
      ...missedSubmissionStore(documentClient(), {
        counters: environment.COUNTERS_TABLE,
        submissions: environment.SUBMISSIONS_TABLE,
        webhooks: environment.WEBHOOKS_TABLE,
      }),
    }),
    StoppedStreams: stoppedStreams(environment.STREAM_MAPPINGS),
  },
  resumeRecoveries: resumeRecoveries({
    now: Date.now,
    recoveries: recoveryStore(documentClient(), environment.RECOVERIES_TABLE),
    queue: recoveryQueue(environment.RECOVERIES_QUEUE_URL),
  }),
  report: (message, details) => logger.warn(message, details),
  measure: (values, details) =>
    logger.info('Sweep finished', { ...details, ...metricMembers({ now: Date.now(), values }) }),
});

/**
 * The schedule's event contains the queues, because the environment variables have no room for their names.
 */
const scheduled = z.object({ queues: z.array(watchedQueue).default([]) });

export const handler = (event: unknown, context: Context): Promise<void> =>
  run(() => context.getRemainingTimeInMillis(), scheduled.parse(event).queues);

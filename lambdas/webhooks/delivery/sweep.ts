/**
 * Sets going what got stuck: deliveries that are long overdue, and submissions whose fan-out never ran. Everything
 * here may happen twice, or be cut off anywhere and go on at the next sweep.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import { deliveryQueue } from './delivery-queue.ts';
import { deliveryStore, type Overdue } from './delivery-store.ts';
import { documentClient } from '../../aws/dynamodb.ts';
import { failedRecords } from '../../aws/failed-records.ts';
import { timestamp, type Clock } from '../../core/clock.ts';
import { nextCheckAt, OVERDUE_SHARDS } from './overdue-index.ts';
import { readEnvironment } from '../../environment.ts';
import { submissionChange, type SubmissionChange } from '../../submissions/submission-stream.ts';
import { submissionRecordHandlers } from './submission-record.ts';

interface Parts {
  readonly now: Clock;
  readonly deliveries: Pick<ReturnType<typeof deliveryStore>, 'overdue' | 'postpone'>;
  readonly queue: Pick<ReturnType<typeof deliveryQueue>, 'add'>;
  readonly missed: ReturnType<typeof failedRecords>;
  /** For each batch, what does what a missed record of a submission asked for. */
  readonly handlers: () => (change: SubmissionChange) => Promise<void>;
  readonly report: (problem: string, details: Record<string, unknown>) => void;
}

/** Stops in time: what is left waits for the next sweep. */
const TIME_TO_STOP_MS = 10_000;

export function sweep(parts: Parts) {
  return async (remainingMs: () => number): Promise<void> => {
    const mayGoOn = (): boolean => remainingMs() > TIME_TO_STOP_MS;
    await fanOutMissed(parts, mayGoOn);
    await queueOverdue(parts, mayGoOn);
  };
}

async function fanOutMissed(
  { missed, handlers, report }: Pick<Parts, 'missed' | 'handlers' | 'report'>,
  mayGoOn: () => boolean,
): Promise<void> {
  for await (const batch of missed.list()) {
    if (!mayGoOn()) return;
    try {
      const handle = handlers();
      for (const record of await missed.records(batch)) await handle(submissionChange.parse(record));
      await missed.done(batch);
    } catch (error) {
      // One batch that cannot be handled does not keep the others.
      report('A batch of missed submissions was not handled', { batch, error });
    }
  }
}

async function queueOverdue(parts: Parts, mayGoOn: () => boolean): Promise<void> {
  const now = parts.now();
  await Promise.all(
    OVERDUE_SHARDS.map(async (part) => {
      for await (const found of parts.deliveries.overdue(part, timestamp(now))) {
        await queueAgain(found, now, parts);
        if (!mayGoOn()) return;
      }
    }),
  );
}

/** First the messages, then the next look: cut off in between, they come twice rather than never. */
async function queueAgain(
  found: readonly Overdue[],
  now: number,
  { queue, deliveries, report }: Pick<Parts, 'queue' | 'deliveries' | 'report'>,
): Promise<void> {
  if (found.length === 0) return;
  report('Deliveries were overdue and are queued again', { count: found.length });
  await queue.add(
    found.map(({ delivery_id }) => delivery_id),
    `sweep${now}`,
  );
  await Promise.all(found.map((each) => deliveries.postpone(each, nextCheckAt(each, now))));
}

const environment = readEnvironment('DELIVERIES_TABLE', 'DELIVERIES_QUEUE_URL', 'MISSED_SUBMISSIONS_BUCKET');
const logger = new Logger({ serviceName: 'svc-forms' });
const run = sweep({
  now: Date.now,
  deliveries: deliveryStore(documentClient(), environment.DELIVERIES_TABLE),
  queue: deliveryQueue(environment.DELIVERIES_QUEUE_URL),
  missed: failedRecords(environment.MISSED_SUBMISSIONS_BUCKET),
  handlers: submissionRecordHandlers(),
  report: (problem, details) => logger.warn(problem, details),
});

export const handler = (_event: unknown, context: Context): Promise<void> =>
  run(() => context.getRemainingTimeInMillis());

/** Reports batches of messages or records that waited too long before a function received them. */
import { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { readIfGiven } from '../../environment.ts';
import { metricMembers } from '../metrics.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * A stream event. `redriven` is true if an operator passes old records to a function again. Such records aren't
 * reported as late.
 */
export type StreamEvent = DynamoDBStreamEvent & { readonly redriven?: boolean };

/** Reports a batch from a queue if its oldest message is older than the function's limit. */
export function reportLateMessages({ Records }: SQSEvent, now = Date.now()): void {
  report(() => Records.map(({ attributes }) => Number(attributes.SentTimestamp)), now);
}

/** Reports a batch from a stream if its oldest record is older than the function's limit. */
export function reportLateRecords({ Records, redriven = false }: StreamEvent, now = Date.now()): void {
  if (redriven) return;
  report(
    () => Records.map(({ dynamodb }) => (dynamodb?.ApproximateCreationDateTime ?? Infinity) * 1000),
    now,
  );
}

/** @param sentAt returns times in milliseconds since the epoch */
function report(sentAt: () => readonly number[], now: number): void {
  const limit = readIfGiven('LATE_AFTER_SECONDS');
  if (limit === undefined) return;
  const age_s = Math.round((now - Math.min(...sentAt())) / 1000);
  if (age_s >= limit)
    logger.warn('Batch is late', { age_s, ...metricMembers({ now, values: { LateWork: 1 } }) });
}

/** Processes stream records one by one or as a batch. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type * as z from 'zod';
import type { LogIds } from '../../core/log-ids.ts';
import { reportLateRecords, type StreamEvent } from './late-batches.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

export interface StreamConsumer<Change> {
  /** Schema created by `streamChange`. */
  readonly change: z.ZodType<Change>;
  /**
   * Returns a handler for the changes in a batch. The handler can cache reads for the duration of the batch.
   */
  readonly handlerOfBatch: () => (change: Change) => Promise<void>;
}

/**
 * Creates the handler for a stream's event source, which must report batch item failures. The records in a
 * batch are processed in parallel. Records that can't be parsed or handled are logged ("Failed to process
 * stream record") and reported. The stream then redelivers all records from the first failed one onwards.
 */
export function streamHandler<Change>({ change, handlerOfBatch }: StreamConsumer<Change>) {
  return (event: StreamEvent): Promise<DynamoDBBatchResponse> => {
    reportLateRecords(event);
    const handle = handlerOfBatch();
    const handleRecord = async (record: DynamoDBRecord): Promise<void> => {
      try {
        await handle(change.parse(record));
      } catch (error) {
        logFailure(record, error);
        throw error;
      }
    };
    return processPartialResponse(event, handleRecord, new BatchProcessor(EventType.DynamoDBStreams), {
      throwOnFullBatchFailure: false,
    });
  };
}

export interface StreamBatchConsumer<Change> {
  /** Schema created by `streamChange`. */
  readonly change: z.ZodType<Change>;
  /**
   * Processes all changes in a batch in order. Logs the changes that failed and returns their sequence
   * numbers.
   */
  readonly handle: (changes: readonly Change[]) => Promise<readonly string[]>;
}

/**
 * Creates a handler like `streamHandler` for a consumer that processes whole batches instead of single
 * changes. Logs and reports records that can't be parsed, and passes the others to the consumer.
 */
export function streamBatchHandler<Change>({ change, handle }: StreamBatchConsumer<Change>) {
  return async (event: StreamEvent): Promise<DynamoDBBatchResponse> => {
    reportLateRecords(event);
    const changes: Change[] = [];
    const failed: string[] = [];
    for (const record of event.Records) {
      const { data, error } = change.safeParse(record);
      if (data !== undefined) changes.push(data);
      else {
        logFailure(record, error);
        failed.push(record.dynamodb?.SequenceNumber ?? '');
      }
    }
    failed.push(...(await handle(changes)));
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

function logFailure({ dynamodb }: DynamoDBRecord, error: unknown): void {
  logger.error('Failed to process stream record', {
    ...idsInKeys(dynamodb?.Keys),
    sequence: dynamodb?.SequenceNumber,
    error,
  });
}

/** Key attributes to log. Other key attributes, such as the digest of an idempotency key, aren't logged. */
const ID_KEYS = ['form_id', 'submission_id', 'webhook_id', 'delivery_id'] as const;

function idsInKeys(keys: NonNullable<DynamoDBRecord['dynamodb']>['Keys'] = {}): LogIds {
  return Object.fromEntries(
    ID_KEYS.flatMap((name) => (keys[name]?.S === undefined ? [] : [[name, keys[name].S]])),
  );
}

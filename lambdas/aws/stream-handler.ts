/** The two ways in which records of a table's stream come in: one by one, or a whole batch at once. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type * as z from 'zod';

const logger = new Logger({ serviceName: 'svc-forms' });

export interface StreamConsumer<Change> {
  /** Made by `streamChange`. */
  readonly change: z.ZodType<Change>;
  /** Makes the handler of one batch's changes, which may remember what it has read until the batch ends. */
  readonly handlerOfBatch: () => (change: Change) => Promise<void>;
}

/**
 * Makes the handler of a stream's event source, which has to report batch item failures. The records of a batch are
 * handled at the same time; those that do not parse or whose handling throws are logged ("stream record failed") and
 * reported, and the stream comes again from the first of them on.
 */
export function streamHandler<Change>({ change, handlerOfBatch }: StreamConsumer<Change>) {
  return (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
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
  /** Made by `streamChange`. */
  readonly change: z.ZodType<Change>;
  /** Handles all changes of a batch, in order; gives the sequences of those that failed and are logged. */
  readonly handle: (changes: readonly Change[]) => Promise<readonly string[]>;
}

/**
 * As `streamHandler`, for a consumer that puts the changes of a batch together. Records that do not parse are logged and
 * reported here, the others are handled.
 */
export function streamBatchHandler<Change>({ change, handle }: StreamBatchConsumer<Change>) {
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
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
  logger.error('stream record failed', { sequence: dynamodb?.SequenceNumber, error });
}

/** Handles the records of a table's stream, either one by one or as a batch. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type * as z from 'zod';

const logger = new Logger({ serviceName: 'svc-forms' });

export interface StreamConsumer<Change> {
  /** Made by `streamChange`. */
  readonly change: z.ZodType<Change>;
  /** Returns a handler for the changes of one batch, which may cache reads until the batch ends. */
  readonly handlerOfBatch: () => (change: Change) => Promise<void>;
}

/**
 * Creates the handler of a stream's event source, which must report batch item failures. The records of a
 * batch are handled in parallel. Records that can't be parsed or whose handling throws are logged ("Stream
 * record failed") and reported, and the stream delivers all records again from the first of them on.
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
  /**
   * Handles all changes of a batch in order. Returns the sequence numbers of those that failed and were
   * logged.
   */
  readonly handle: (changes: readonly Change[]) => Promise<readonly string[]>;
}

/**
 * Like `streamHandler`, for a consumer that combines the changes of a batch. Records that can't be parsed are
 * logged and reported here; the others are handled.
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
  logger.error('Stream record failed', { sequence: dynamodb?.SequenceNumber, error });
}

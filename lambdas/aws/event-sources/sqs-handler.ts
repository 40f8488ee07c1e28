/** Processes messages from a queue one by one or as a batch and reports failures per message. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import type { LogIds } from '../../core/log-ids.ts';
import { reportLateMessages } from './late-batches.ts';
import { receiveMore, type MessageSource, type TakeMoreDeps, type ReceivedMessage } from './receive-more.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

export interface SqsConsumer<Message, Received = SQSRecord> {
  /** Schema of a message's JSON body. */
  readonly message: z.ZodType<Message>;
  /** Processes a message. If the promise rejects, only this message becomes visible again in the queue. */
  readonly handle: (message: Message, record: Received) => Promise<void>;
  /** Returns the ids that identify the message in the log line of a failure. */
  readonly logIds?: (message: Message) => LogIds;
}

/**
 * Creates the handler for a queue's event source, which must report batch item failures. The messages in a batch
 * are processed in parallel. A message fails if its body isn't JSON, if it doesn't match the schema, or if its
 * handler throws. Failed messages are logged ("Failed to process queue message"). SQS redelivers them until the
 * maximum number of receives is reached, and then moves them to the dead-letter queue.
 */
export function sqsHandler<Message>(consumer: SqsConsumer<Message>) {
  const handleRecord = recordHandler(consumer);
  return (event: SQSEvent): Promise<SQSBatchResponse> => handleBatch(event, handleRecord);
}

export interface MoreMessages extends Pick<TakeMoreDeps, 'now' | 'pause'> {
  /**
   * Returns a message source for the queue with this ARN, or undefined if no more messages should be received
   * from the queue.
   */
  readonly sourceOf: (queueArn: string) => MessageSource | undefined;
  /** How long to receive messages after the invocation starts, in milliseconds. */
  readonly forMs: number;
}

/** Creates a handler like `sqsHandler` that also receives more messages while slow ones are processed. */
export function sqsHandlerWithPolling<Message>(
  consumer: SqsConsumer<Message, ReceivedMessage>,
  { sourceOf, forMs, now, pause }: MoreMessages,
) {
  const handle = recordHandler(consumer);
  const report = (text: string, details: Record<string, unknown>): void => logger.warn(text, details);
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batch = handleBatch(event, handle);
    const source = sourceOf(event.Records[0]?.eventSourceARN ?? '');
    if (source) await receiveMore(batch, forMs, { source, now, pause, handle, report });
    return batch;
  };
}

function recordHandler<Message, Received extends ReceivedMessage>({
  message,
  handle,
  logIds,
}: SqsConsumer<Message, Received>) {
  return async (record: Received): Promise<void> => {
    let ids: LogIds | undefined;
    try {
      const parsed = message.parse(JSON.parse(record.body));
      ids = logIds?.(parsed);
      await handle(parsed, record);
    } catch (error) {
      // Log the error here, because the batch processor doesn't log errors.
      logger.error('Failed to process queue message', { ...ids, message_id: record.messageId, error });
      throw error;
    }
  };
}

function handleBatch(
  event: SQSEvent,
  handleRecord: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> {
  reportLateMessages(event);
  return processPartialResponse(event, handleRecord, new BatchProcessor(EventType.SQS), {
    throwOnFullBatchFailure: false,
  });
}

export interface SqsBatchConsumer<Message> {
  /** Schema of a message's JSON body. */
  readonly message: z.ZodType<Message>;
  /**
   * Processes the messages. Returns a list in the same order, with an error for each message that failed and
   * undefined for each one that succeeded.
   */
  readonly handle: (messages: readonly Message[]) => Promise<readonly unknown[]>;
}

/**
 * Creates a handler like `sqsHandler` for a consumer that processes whole batches instead of single messages.
 */
export function sqsBatchHandler<Message>({ message, handle }: SqsBatchConsumer<Message>) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    reportLateMessages(event);
    const { Records } = event;
    const failures = new Map<SQSRecord, unknown>();
    const read: { record: SQSRecord; parsed: Message }[] = [];
    for (const record of Records) {
      try {
        read.push({ record, parsed: message.parse(JSON.parse(record.body)) });
      } catch (error) {
        failures.set(record, error);
      }
    }
    const results = await handle(read.map(({ parsed }) => parsed));
    for (const [index, { record }] of read.entries()) {
      if (results[index] !== undefined) failures.set(record, results[index]);
    }
    for (const [{ messageId }, error] of failures)
      logger.error('Failed to process queue message', { message_id: messageId, error });
    return {
      batchItemFailures: Array.from(failures.keys(), ({ messageId }) => ({ itemIdentifier: messageId })),
    };
  };
}

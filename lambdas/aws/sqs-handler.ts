/** Processes the messages of a queue one by one or as a batch. Reports failures per message. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { receiveMore, type MessageSource, type TakeMoreDeps, type ReceivedMessage } from './receive-more.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

export interface SqsConsumer<Message, Received = SQSRecord> {
  /** Schema of a message's JSON body. */
  readonly message: z.ZodType<Message>;
  /** Processes a message. If it throws, only this message becomes visible again. */
  readonly handle: (message: Message, record: Received) => Promise<void>;
}

/**
 * Creates the handler for a queue's event source, which must report batch item failures. The messages in a
 * batch are processed in parallel. A message fails if its body isn't JSON, doesn't match the schema, or its
 * handling throws. Failed messages are logged ("Queue message failed") and end up in the dead-letter queue.
 */
export function sqsHandler<Message>(consumer: SqsConsumer<Message>) {
  const handleRecord = recordHandler(consumer);
  return (event: SQSEvent): Promise<SQSBatchResponse> => handleBatch(event, handleRecord);
}

export interface MoreMessages extends Pick<TakeMoreDeps, 'now' | 'pause'> {
  /**
   * Returns a source of messages for the queue with this ARN. Returns undefined if no more messages should be
   * received from it.
   */
  readonly sourceOf: (queueArn: string) => MessageSource | undefined;
  /** Time after the start of the invocation during which messages are received, in milliseconds. */
  readonly forMs: number;
}

/** Does the same as `sqsHandler`, but receives more messages while slow ones are processed. */
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
}: SqsConsumer<Message, Received>) {
  return async (record: Received): Promise<void> => {
    try {
      await handle(message.parse(JSON.parse(record.body)), record);
    } catch (error) {
      // The batch processor doesn't log errors.
      logger.error('Queue message failed', { message_id: record.messageId, error });
      throw error;
    }
  };
}

const handleBatch = (
  event: SQSEvent,
  handleRecord: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> =>
  processPartialResponse(event, handleRecord, new BatchProcessor(EventType.SQS), {
    throwOnFullBatchFailure: false,
  });

export interface SqsBatchConsumer<Message> {
  /** Schema of a message's JSON body. */
  readonly message: z.ZodType<Message>;
  /**
   * Processes the messages. Returns an error for each message that failed, and undefined for each that
   * succeeded, in order.
   */
  readonly handle: (messages: readonly Message[]) => Promise<readonly unknown[]>;
}

/** Does the same as `sqsHandler` for a consumer that processes the messages of a batch together. */
export function sqsBatchHandler<Message>({ message, handle }: SqsBatchConsumer<Message>) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
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
      logger.error('Queue message failed', { message_id: messageId, error });
    return {
      batchItemFailures: Array.from(failures.keys(), ({ messageId }) => ({ itemIdentifier: messageId })),
    };
  };
}

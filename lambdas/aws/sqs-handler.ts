/** Handles the messages of a queue, either one by one or as a batch. Failures are reported per message. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { receiveMore, type MessageSource, type TakeMoreDeps, type ReceivedMessage } from './receive-more.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

export interface SqsConsumer<Message, Received = SQSRecord> {
  /** Schema of the JSON body of a message. */
  readonly message: z.ZodType<Message>;
  /** Handles one message. If it throws, only this message becomes visible again. */
  readonly handle: (message: Message, record: Received) => Promise<void>;
}

/**
 * Creates the handler of a queue's event source, which must report batch item failures. The messages of a
 * batch are handled in parallel. A body that is not JSON or doesn't match the schema fails like one whose
 * handling throws: it is logged ("Queue message failed") and ends up in the dead-letter queue.
 */
export function sqsHandler<Message>(consumer: SqsConsumer<Message>) {
  const handleRecord = recordHandler(consumer);
  return (event: SQSEvent): Promise<SQSBatchResponse> => handleBatch(event, handleRecord);
}

export interface MoreMessages extends Pick<TakeMoreDeps, 'now' | 'pause'> {
  /** Returns the messages of the queue with this ARN; undefined if no more should be taken from it. */
  readonly sourceOf: (queueArn: string) => MessageSource | undefined;
  /** How long after the start of the invocation messages are taken. */
  readonly forMs: number;
}

/**
 * Like `sqsHandler`, for queues in which some messages take long. While those are handled, more messages are
 * received.
 */
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
  /** Schema of the JSON body of a message. */
  readonly message: z.ZodType<Message>;
  /** Handles the messages. Returns for each of them, in order, why it failed; undefined for success. */
  readonly handle: (messages: readonly Message[]) => Promise<readonly unknown[]>;
}

/** Like `sqsHandler`, for a consumer that combines the messages of a batch. */
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

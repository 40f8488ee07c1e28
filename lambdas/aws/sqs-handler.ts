/** The two ways in which messages of a queue come in: one by one, or a batch at once; each is reported alone when it fails. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { takeMore, type MessageSource, type TakeMoreDeps, type TakenMessage } from './take-more.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

export interface SqsConsumer<Message, Received = SQSRecord> {
  /** What the JSON of a message's body has to be. */
  readonly message: z.ZodType<Message>;
  /** Does what one message asks for; a message that it throws for comes back, alone. */
  readonly handle: (message: Message, record: Received) => Promise<void>;
}

/**
 * Makes the handler of a queue's event source, which has to report batch item failures. The messages of a batch are
 * handled at the same time. A body that is not JSON or not of the schema fails as one whose handling throws: it is
 * logged ("queue message failed") and ends in the dead-letter queue.
 */
export function sqsHandler<Message>(consumer: SqsConsumer<Message>) {
  const handleRecord = recordHandler(consumer);
  return (event: SQSEvent): Promise<SQSBatchResponse> => handleBatch(event, handleRecord);
}

export interface MoreMessages extends Pick<TakeMoreDeps, 'now' | 'pause'> {
  /** The messages of the queue with this ARN; undefined where none are to be taken. */
  readonly sourceOf: (queueArn: string) => MessageSource | undefined;
  /** For so long after the invocation began. */
  readonly forMs: number;
}

/** As `sqsHandler`, for messages of which some take long: while one does, more messages of the queue are received. */
export function sqsHandlerTakingMore<Message>(
  consumer: SqsConsumer<Message, TakenMessage>,
  { sourceOf, forMs, now, pause }: MoreMessages,
) {
  const handle = recordHandler(consumer);
  const report = (text: string, details: Record<string, unknown>): void => logger.warn(text, details);
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batch = handleBatch(event, handle);
    const source = sourceOf(event.Records[0]?.eventSourceARN ?? '');
    if (source) await takeMore(batch, forMs, { source, now, pause, handle, report });
    return batch;
  };
}

function recordHandler<Message, Received extends TakenMessage>({
  message,
  handle,
}: SqsConsumer<Message, Received>) {
  return async (record: Received): Promise<void> => {
    try {
      await handle(message.parse(JSON.parse(record.body)), record);
    } catch (error) {
      // The batch processor keeps errors to itself.
      logger.error('queue message failed', { message_id: record.messageId, error });
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
  /** What the JSON of a message's body has to be. */
  readonly message: z.ZodType<Message>;
  /** Does what the messages ask for; gives for each, in their order, why it failed, and undefined for one that did not. */
  readonly handle: (messages: readonly Message[]) => Promise<readonly unknown[]>;
}

/** As `sqsHandler`, for a consumer that puts the messages of a batch together. */
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
      logger.error('queue message failed', { message_id: messageId, error });
    return {
      batchItemFailures: Array.from(failures.keys(), ({ messageId }) => ({ itemIdentifier: messageId })),
    };
  };
}

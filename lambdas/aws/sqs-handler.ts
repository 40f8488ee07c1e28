/** The one way in which messages of a queue come in: parsed, handled one by one, and reported alone when they fail. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';

const logger = new Logger({ serviceName: 'svc-forms' });

export interface SqsConsumer<Message> {
  /** What the JSON of a message's body has to be. */
  readonly message: z.ZodType<Message>;
  /** Does what one message asks for; a message that it throws for comes back, alone. */
  readonly handle: (message: Message, record: SQSRecord) => Promise<void>;
}

/**
 * Makes the handler of a queue's event source, which has to report batch item failures. The messages of a batch are
 * handled at the same time. A body that is not JSON or not of the schema fails as one whose handling throws: it is
 * logged ("queue message failed") and ends in the dead-letter queue.
 */
export function sqsHandler<Message>({ message, handle }: SqsConsumer<Message>) {
  const handleRecord = async (record: SQSRecord): Promise<void> => {
    try {
      await handle(message.parse(JSON.parse(record.body)), record);
    } catch (error) {
      // The batch processor keeps errors to itself.
      logger.error('queue message failed', { message_id: record.messageId, error });
      throw error;
    }
  };
  return (event: SQSEvent): Promise<SQSBatchResponse> =>
    processPartialResponse(event, handleRecord, new BatchProcessor(EventType.SQS), {
      throwOnFullBatchFailure: false,
    });
}

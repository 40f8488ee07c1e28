/** Handlers of batches: each record is handled by itself, and those that failed come again, alone. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';

const logger = new Logger({ serviceName: 'svc-forms' });
const OPTIONS = { throwOnFullBatchFailure: false };

/** The handler of a queue. The records of a batch, ten at most, are handled at the same time. */
export function queueHandler(handle: (record: SQSRecord) => Promise<void>) {
  const each = logged(handle, ({ messageId }) => messageId);
  return (event: SQSEvent): Promise<SQSBatchResponse> =>
    processPartialResponse(event, each, new BatchProcessor(EventType.SQS), OPTIONS);
}

/** The handler of a table's stream. Each batch has a handler of its records made for it. */
export function streamHandler(handlers: () => (record: DynamoDBRecord) => Promise<void>) {
  return (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const each = logged(handlers(), ({ dynamodb }) => dynamodb?.SequenceNumber);
    return processPartialResponse(event, each, new BatchProcessor(EventType.DynamoDBStreams), OPTIONS);
  };
}

/** The batch processor keeps errors to itself; what went wrong has to be found somewhere. */
function logged<Item>(handle: (record: Item) => Promise<void>, idOf: (record: Item) => string | undefined) {
  return async (record: Item): Promise<void> => {
    try {
      await handle(record);
    } catch (error) {
      logger.error('A record was not handled and comes again', { record: idOf(record), error });
      throw error;
    }
  };
}

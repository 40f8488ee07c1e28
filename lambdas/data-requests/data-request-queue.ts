/** Queues the steps of data requests. */
import { Logger } from '@aws-lambda-powertools/logger';
import { sqsClient } from '../aws/clients/sqs-client.ts';
import { messageSender } from '../aws/event-sources/sqs-messages.ts';
import type { DataRequest, DataRequestMessage } from './data-request.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

export function dataRequestQueue(queueUrl: string, client = sqsClient()) {
  const sendMessages = messageSender(client, queueUrl);
  /**
   * Queues a request's next step.
   * @throws NotQueued
   */
  const send = (message: DataRequestMessage, delaySeconds = 0): Promise<void> =>
    sendMessages([{ body: message, delaySeconds }]);

  return {
    send,

    /**
     * Queues a stored request. Never throws: if the queue rejects the message, the hourly check for abandoned
     * jobs starts the request later.
     */
    async start({ kind: request_id }: DataRequest): Promise<void> {
      try {
        await send({ request_id });
      } catch (error) {
        logger.warn('Failed to queue data request', { request_id, error });
      }
    },
  };
}

/** Defines the recovery queue. Each message requests a recovery's next step. */
import { Logger } from '@aws-lambda-powertools/logger';
import { sqsClient } from '../../aws/clients/sqs-client.ts';
import { messageSender } from '../../aws/event-sources/sqs-messages.ts';
import { FIRST_PAUSE_SECONDS, type DueMessage, type RecoveryMessage } from './recovery-step.ts';
import type { Recovery } from './recovery.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

export function recoveryQueue(queueUrl: string, client = sqsClient()) {
  const sendMessages = messageSender(client, queueUrl);
  /**
   * Queues a recovery step.
   * @throws NotQueued
   */
  const send = (message: RecoveryMessage | DueMessage, delaySeconds: number): Promise<void> =>
    sendMessages([{ body: message, delaySeconds }]);

  return {
    send,

    /**
     * Starts a stored recovery. Never throws. If the queue doesn't accept the message, the sweeper starts the
     * recovery later.
     */
    async start({ recovery_id, step }: Recovery): Promise<void> {
      try {
        await send({ recovery_id, step }, FIRST_PAUSE_SECONDS);
      } catch (error) {
        logger.warn('Failed to queue recovery', { recovery_id, error });
      }
    },

    /**
     * Requests the start of the webhook's due recovery. Never throws. If the queue doesn't accept the
     * message, the sweeper sends it again.
     */
    async startDue(webhookId: string): Promise<void> {
      try {
        await send({ webhook_id: webhookId }, 0);
      } catch (error) {
        logger.warn('Failed to queue due recovery', { webhook_id: webhookId, error });
      }
    },
  };
}

/** The queue that keeps chores of forms going. */
import { Logger } from '@aws-lambda-powertools/logger';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { firstMessage, type FormJob, type FormJobMessage } from './form-job.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

export function formJobQueue(queueUrl: string, client = new SQSClient({ maxAttempts: 3 })) {
  const send = async (message: FormJobMessage, delaySeconds = 0): Promise<void> => {
    await client.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: JSON.stringify(message),
        DelaySeconds: delaySeconds,
      }),
    );
  };

  return {
    send,

    /**
     * Starts the work of a chore that is stored. It never fails: what the queue does not take now, the hourly look
     * at the table finds.
     */
    async start(stored: FormJob): Promise<void> {
      try {
        await send(firstMessage(stored));
      } catch (error) {
        logger.warn('chore waits for the next look at the table', { form_id: stored.form_id, error });
      }
    },
  };
}

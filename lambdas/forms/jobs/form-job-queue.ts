/** The queue of form jobs: each message starts or continues one. */
import { Logger } from '@aws-lambda-powertools/logger';
import { firstMessage, type FormJob, type FormJobMessage } from './form-job.ts';
import { sqsClient } from '../../aws/clients/sqs-client.ts';
import { messageSender } from '../../aws/sqs-messages.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

export function formJobQueue(queueUrl: string, client = sqsClient()) {
  const sendMessages = messageSender(client, queueUrl);
  /** @throws NotQueued */
  const send = (message: FormJobMessage, delaySeconds = 0): Promise<void> =>
    sendMessages([{ body: message, delaySeconds }]);

  return {
    send,

    /** Starts a stored job. It never fails: the hourly search of the table starts what the queue does not accept now. */
    async start(job: FormJob): Promise<void> {
      try {
        await send(firstMessage(job));
      } catch (error) {
        logger.warn('form job not queued', { form_id: job.form_id, kind: job.kind, error });
      }
    },
  };
}

/** Queues form jobs. Each queue message starts or continues a form job. */
import { Logger } from '@aws-lambda-powertools/logger';
import { firstMessage, type FormJob, type FormJobMessage } from './form-job.ts';
import { sqsClient } from '../../aws/clients/sqs-client.ts';
import { messageSender } from '../../aws/event-sources/sqs-messages.ts';

/** Message about a form's search index (`lambdas/submissions/search-index`). */
interface IndexMessage {
  readonly form_id: string;
  readonly kind: 'search-index';
}

/** Message that starts or continues an import. */
interface ImportWorkMessage {
  readonly import_id: string;
}

const logger = new Logger({ serviceName: 'svc-forms' });

export function formJobQueue(queueUrl: string, client = sqsClient()) {
  const sendMessages = messageSender(client, queueUrl);
  /**
   * Queues a job.
   * @throws NotQueued
   */
  const send = (message: FormJobMessage, delaySeconds = 0): Promise<void> =>
    sendMessages([{ body: message, delaySeconds }]);

  return {
    send,

    /**
     * Queues the next batch of an import.
     * @throws NotQueued
     */
    sendImport: (message: ImportWorkMessage, delaySeconds = 0): Promise<void> =>
      sendMessages([{ body: message, delaySeconds }]),

    /**
     * Queues work on a search index.
     * @throws NotQueued
     */
    sendIndex: (message: IndexMessage, delaySeconds = 0): Promise<void> =>
      sendMessages([{ body: message, delaySeconds }]),

    /** Starts a stored import. Like `start`, this function never fails. */
    async startImport(message: ImportWorkMessage): Promise<void> {
      try {
        await sendMessages([{ body: message, delaySeconds: 0 }]);
      } catch (error) {
        logger.warn('Failed to queue import', { ...message, error });
      }
    },

    /**
     * Queues a stored form job. Never fails: if the queue rejects the message, the hourly search for
     * abandoned jobs starts the job later.
     */
    async start(job: FormJob): Promise<void> {
      try {
        await send(firstMessage(job));
      } catch (error) {
        logger.warn('Failed to queue form job', { form_id: job.form_id, kind: job.kind, error });
      }
    },
  };
}

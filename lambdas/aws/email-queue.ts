/** Queues e-mail jobs. Messages contain ids, never submission data. */
import { sqsClient } from './clients/sqs-client.ts';
import { delayMessage, messageSender } from './event-sources/sqs-messages.ts';

/** The properties of an e-mail job (`emails/email-job.ts`) that identify its form or account. */
export interface QueuedEmail {
  readonly kind: string;
  readonly account_id?: string;
  readonly form_id?: string | null | undefined;
}

export function emailQueue(queueUrl: string, client = sqsClient()) {
  const send = messageSender(client, queueUrl);
  return {
    /**
     * Queues a job.
     * @param delaySeconds seconds until the job can run, at most 900
     * @throws NotQueued
     */
    add: (job: QueuedEmail, delaySeconds?: number): Promise<void> =>
      send([{ body: job, group: groupOf(job), ...(delaySeconds !== undefined && { delaySeconds }) }]),

    /**
     * Makes a received message visible again after this many seconds. The caller must also report the message
     * as failed in its batch response.
     */
    comeBackIn: (seconds: number, receiptHandle: string): Promise<void> =>
      delayMessage(client, queueUrl, receiptHandle, seconds),
  };
}

/**
 * Returns the SQS message group: the form, or the account for e-mails to the account's owner. With separate
 * groups, many e-mails for one form don't delay the e-mails for other forms.
 */
function groupOf({ kind, account_id = '', form_id }: QueuedEmail): string {
  return kind === 'quota-notice' ? account_id : (form_id ?? account_id);
}

/**
 * Creates a function that queues e-mail jobs. The function does nothing if the stage has no mail sender,
 * because there is no queue in that case.
 */
export function addEmail(
  queueUrl: string | undefined,
): (job: QueuedEmail, delaySeconds?: number) => Promise<void> {
  return queueUrl === undefined ? () => Promise.resolve() : emailQueue(queueUrl).add;
}

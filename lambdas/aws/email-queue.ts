/** The queue of e-mail jobs. Its messages contain ids, never submission data. */
import { sqsClient } from './clients/sqs-client.ts';
import { delayMessage, messageSender } from './sqs-messages.ts';

/** The parts of a job (`emails/email-job.ts`) that the queue reads: whose e-mail it is. */
export interface QueuedEmail {
  readonly kind: string;
  readonly account_id?: string;
  readonly form_id?: string | null | undefined;
}

export function emailQueue(queueUrl: string, client = sqsClient()) {
  const send = messageSender(client, queueUrl);
  return {
    /** @throws NotQueued */
    add: (job: QueuedEmail): Promise<void> => send([{ body: job, group: groupOf(job) }]),

    /** Makes a received message, which is then reported as failed, visible again after this many seconds. */
    comeBackIn: (seconds: number, receiptHandle: string): Promise<void> =>
      delayMessage(client, queueUrl, receiptHandle, seconds),
  };
}

/** The e-mails of one form, or to one account's owner, don't delay those of others. */
function groupOf({ kind, account_id = '', form_id }: QueuedEmail): string {
  return kind === 'quota-notice' ? account_id : (form_id ?? account_id);
}

/** Queues an e-mail job. Does nothing if the stage has no mail sender and therefore no queue. */
export function addEmail(queueUrl: string | undefined): (job: QueuedEmail) => Promise<void> {
  return queueUrl === undefined ? () => Promise.resolve() : emailQueue(queueUrl).add;
}

/** The queue of e-mail jobs. Its messages carry ids, never what was posted. */
import type { EmailJob } from '../emails/email-job.ts';
import { sqsClient } from './clients/sqs-client.ts';
import { delayMessage, messageSender } from './sqs-messages.ts';

export function emailQueue(queueUrl: string, client = sqsClient()) {
  const send = messageSender(client, queueUrl);
  return {
    /** @throws NotQueued */
    add: (job: EmailJob): Promise<void> => send([{ body: job, group: groupOf(job) }]),

    /** Makes a received message, which is then reported as failed, visible again after so many seconds. */
    comeBackIn: (seconds: number, receiptHandle: string): Promise<void> =>
      delayMessage(client, queueUrl, receiptHandle, seconds),
  };
}

/** The e-mails of one form, or to one account's owner, do not hold up those of others. */
function groupOf(job: EmailJob): string {
  if (job.kind === 'submission') return job.form_id;
  if (job.kind === 'quota-notice') return job.account_id;
  return 'form_id' in job && job.form_id !== null ? job.form_id : job.account_id;
}

/** Queues an e-mail job; does nothing where the stage has no mail sender and so no queue. */
export function addEmail(queueUrl: string | undefined): (job: EmailJob) => Promise<void> {
  return queueUrl === undefined ? () => Promise.resolve() : emailQueue(queueUrl).add;
}

/** The queue of e-mails to be written. Its messages carry ids, never what was posted. */
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { EmailJob } from './email-job.ts';
import { delayMessage, sqsClient, sendMessages } from '../aws/sqs-messages.ts';

export function emailQueue(queueUrl: string, client: SQSClient = sqsClient()) {
  return {
    /** @throws NotQueued */
    add: (job: EmailJob): Promise<void> =>
      sendMessages(client, queueUrl, [{ body: job, group: job.form_id }]),

    /** Lets a message that was received, and is reported as failed, come back after so many seconds. */
    comeBackIn: (seconds: number, receiptHandle: string): Promise<void> =>
      delayMessage(client, queueUrl, receiptHandle, seconds),
  };
}

/** Where the stage has no mail sender there is no queue, and nobody is told. */
export function addEmail(queueUrl: string | undefined): (job: EmailJob) => Promise<void> {
  return queueUrl === undefined ? () => Promise.resolve() : emailQueue(queueUrl).add;
}

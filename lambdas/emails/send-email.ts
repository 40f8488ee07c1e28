/** Sends e-mails from their queue: notifications, autoresponses, and those about disabled webhooks. */
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSRecord } from 'aws-lambda';
import { randomUUID } from 'node:crypto';
import { accountStatusStore } from '../accounts/account-status-store.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { emailFormStore } from './email-form-store.ts';
import { autoresponseLimitStore, sendLockStore } from './send-lock-store.ts';
import { emailQueue } from './email-queue.ts';
import { sesClientSender } from './ses-sender.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { mailboxOf } from './email-address.ts';
import { emailJob, type EmailJob } from './email-job.ts';
import { sendOwnerEmail, sendSubmissionEmails, type EmailDeps } from './send-job-emails.ts';
import { readEnvironment } from '../environment.ts';
import { sqsHandler } from '../aws/sqs-handler.ts';

interface Deps {
  readonly emails: EmailDeps;
  readonly queue: Pick<ReturnType<typeof emailQueue>, 'comeBackIn'>;
}

/** A job that fails comes back after 30 s, then 2, 8 and 32 minutes, in case the mail service is down for long. */
const retryDelaySeconds = (received: number): number => 30 * 4 ** (Math.min(received, 4) - 1);

interface ReceivedMessage extends Pick<SQSRecord, 'receiptHandle'> {
  readonly attributes: Pick<SQSRecord['attributes'], 'ApproximateReceiveCount'>;
}

/** Sends the e-mails of one message. */
export function sendEmail({ emails, queue }: Deps) {
  return async (job: EmailJob, { receiptHandle, attributes }: ReceivedMessage): Promise<void> => {
    try {
      if (job.kind === 'submission') await sendSubmissionEmails(job, emails);
      else await sendOwnerEmail(job, emails);
    } catch (error) {
      await queue.comeBackIn(retryDelaySeconds(Number(attributes.ApproximateReceiveCount)), receiptHandle);
      throw error;
    }
  };
}

/** The setting of the sender is not an e-mail address; the stack checks it before it deploys. */
class InvalidSender extends Error {
  override readonly name = 'InvalidSender' as const;
}

function emailDeps(): EmailDeps {
  const environment = readEnvironment(
    'ACCOUNTS_TABLE',
    'BASE_URL',
    'MAIL_SENDER',
    'FORMS_TABLE',
    'SUBMISSIONS_TABLE',
    'IDEMPOTENCY_TABLE',
    'COUNTERS_TABLE',
  );
  const sender = mailboxOf(environment.MAIL_SENDER);
  if (!sender) throw new InvalidSender(environment.MAIL_SENDER);
  const db = documentClient();
  const logger = new Logger({ serviceName: 'svc-forms' });
  return {
    sender,
    now: Date.now,
    newOwner: randomUUID,
    lock: sendLockStore(db, environment.IDEMPOTENCY_TABLE),
    autoresponses: autoresponseLimitStore(db, environment.COUNTERS_TABLE),
    send: sesClientSender(),
    findSubmission: submissionStore(db, environment.SUBMISSIONS_TABLE).find,
    isSuspended: accountStatusStore(db, environment.ACCOUNTS_TABLE).isSuspended,
    findForm: emailFormStore(db, environment.FORMS_TABLE).find,
    baseUrl: environment.BASE_URL,
    report: (problem, details) => logger.warn(problem, details),
  };
}

export const handler = sqsHandler({
  message: emailJob,
  handle: sendEmail({
    emails: emailDeps(),
    queue: emailQueue(readEnvironment('EMAILS_QUEUE_URL').EMAILS_QUEUE_URL),
  }),
});

/** E-mails from the queue: what people are told of submissions and of their webhooks. */
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSRecord } from 'aws-lambda';
import { randomUUID } from 'node:crypto';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { emailFormStore } from './email-form-store.ts';
import { autoresponseLimitStore, sendLockStore } from './send-lock-store.ts';
import { emailQueue } from './email-queue.ts';
import { sesClientSender } from './ses-client.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { mailboxOf } from './email-address.ts';
import { emailJob, type EmailJob } from './email-job.ts';
import { sendOwnerEmail, sendSubmissionEmails, type EmailDeps } from './send-emails.ts';
import { readEnvironment } from '../environment.ts';
import { sqsHandler } from '../aws/sqs-handler.ts';

interface Parts {
  readonly ports: EmailDeps;
  readonly queue: Pick<ReturnType<typeof emailQueue>, 'comeBackIn'>;
}

/** A job that fails comes back after 30 s, then 2, 8 and 32 minutes: a mail service that is down for long gets time. */
const comesBackAfter = (received: number): number => 30 * 4 ** (Math.min(received, 4) - 1);

interface ReceivedMessage extends Pick<SQSRecord, 'receiptHandle'> {
  readonly attributes: Pick<SQSRecord['attributes'], 'ApproximateReceiveCount'>;
}

/** Writes and sends what one message asks for. */
export function sendEmail({ ports, queue }: Parts) {
  return async (job: EmailJob, { receiptHandle, attributes }: ReceivedMessage): Promise<void> => {
    try {
      if (job.kind === 'submission') await sendSubmissionEmails(job, ports);
      else await sendOwnerEmail(job, ports);
    } catch (error) {
      await queue.comeBackIn(comesBackAfter(Number(attributes.ApproximateReceiveCount)), receiptHandle);
      throw error;
    }
  };
}

/** The stack checks the sender before it deploys it. */
class NoSender extends Error {
  override readonly name = 'NoSender' as const;
}

function portsOfEnvironment(): EmailDeps {
  const environment = readEnvironment(
    'BASE_URL',
    'MAIL_SENDER',
    'FORMS_TABLE',
    'SUBMISSIONS_TABLE',
    'IDEMPOTENCY_TABLE',
    'COUNTERS_TABLE',
  );
  const sender = mailboxOf(environment.MAIL_SENDER);
  if (!sender) throw new NoSender(environment.MAIL_SENDER);
  const db = documentClient();
  const logger = new Logger({ serviceName: 'svc-forms' });
  return {
    sender,
    now: Date.now,
    newOwner: randomUUID,
    ledger: sendLockStore(db, environment.IDEMPOTENCY_TABLE),
    answers: autoresponseLimitStore(db, environment.COUNTERS_TABLE),
    send: sesClientSender(),
    findSubmission: submissionStore(db, environment.SUBMISSIONS_TABLE).find,
    findForm: emailFormStore(db, environment.FORMS_TABLE).find,
    baseUrl: environment.BASE_URL,
    report: (problem, details) => logger.warn(problem, details),
  };
}

export const handler = sqsHandler({
  message: emailJob,
  handle: sendEmail({
    ports: portsOfEnvironment(),
    queue: emailQueue(readEnvironment('EMAILS_QUEUE_URL').EMAILS_QUEUE_URL),
  }),
});

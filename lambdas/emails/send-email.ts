/** Processes the e-mail queue. */
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSRecord } from 'aws-lambda';
import { randomBytes, randomUUID } from 'node:crypto';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { emailFormStore } from './email-form-store.ts';
import { autoresponseLimitStore } from './autoresponse-limit-store.ts';
import { emailAccountStore } from './email-account-store.ts';
import { sendLockStore } from './send-lock-store.ts';
import { emailLogStore } from '../submissions/email-log/email-log-store.ts';
import { receivingConnections } from '../auth/connections/receiving-connection-store.ts';
import { recipientStore } from '../forms/recipients/recipient-store.ts';
import { memberStore } from '../people/members/member-store.ts';
import { emailQueue } from '../aws/email-queue.ts';
import { sesClientSender } from './ses-sender.ts';
import { replyStore } from '../submissions/replies/reply-store.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { mailboxOf } from '../core/text/email-address.ts';
import { emailJob, idsOfJob, type EmailJob } from './email-job.ts';
import { loggedEmails, type EmailLine } from './logged-emails.ts';
import { sendJobEmails } from './send-job-emails.ts';
import type { EmailDeps } from './send-at-least-once.ts';
import { readEnvironment } from '../environment.ts';
import { sqsHandler } from '../aws/event-sources/sqs-handler.ts';

interface Deps {
  readonly emails: EmailDeps;
  /** Logs an attempt to send an e-mail. */
  readonly log: (message: string, line: EmailLine) => void;
  readonly queue: Pick<ReturnType<typeof emailQueue>, 'comeBackIn'>;
}

/**
 * Returns the delay before a failed job is retried, in seconds. The delay grows from 30 s to 32 minutes, so
 * that jobs outlast a long outage of the mail service.
 */
const retryDelaySeconds = (received: number): number => 30 * 4 ** (Math.min(received, 4) - 1);

interface ReceivedMessage extends Pick<SQSRecord, 'receiptHandle'> {
  readonly attributes: Pick<SQSRecord['attributes'], 'ApproximateReceiveCount'>;
}

/** Sends the e-mails for a queued job and logs each of them with the number of the attempt. */
export function sendEmail({ emails, log, queue }: Deps) {
  return async (job: EmailJob, { receiptHandle, attributes }: ReceivedMessage): Promise<void> => {
    const attempt = Number(attributes.ApproximateReceiveCount);
    try {
      await sendJobEmails(job, {
        ...emails,
        send: loggedEmails(emails.send, (message, line) =>
          log(message, { ...idsOfJob(job), ...line, attempt }),
        ),
        report: (problem, details) => emails.report(problem, { ...idsOfJob(job), ...details, attempt }),
      });
    } catch (error) {
      await queue.comeBackIn(retryDelaySeconds(attempt), receiptHandle);
      throw error;
    }
  };
}

/**
 * Thrown when the configured sender isn't an e-mail address. The CDK stack checks the sender before
 * deployment.
 */
class InvalidSender extends Error {
  override readonly name = 'InvalidSender' as const;
}

const logger = new Logger({ serviceName: 'svc-forms' });

function emailDeps(): EmailDeps {
  const environment = readEnvironment(
    'BASE_URL',
    'MAIL_SENDER',
    'ACCOUNTS_TABLE',
    'AUTORESPONSES_PER_FORM_AND_DAY',
    'FORMS_TABLE',
    'SUBMISSIONS_TABLE',
    'IDEMPOTENCY_TABLE',
    'CONNECTIONS_TABLE',
    'COUNTERS_TABLE',
    'MEMBERS_TABLE',
    'OAUTH_CLIENTS_TABLE',
    'RECIPIENTS_TABLE',
    'REPLIES_TABLE',
    'EMAILS_TABLE',
    'MAIL_CONFIGURATION_SET',
  );
  const sender = mailboxOf(environment.MAIL_SENDER);
  if (!sender) throw new InvalidSender(environment.MAIL_SENDER);
  const db = documentClient();
  return {
    sender,
    now: Date.now,
    newOwner: randomUUID,
    newLinkKey: () => randomBytes(24).toString('base64url'),
    lock: sendLockStore(db, environment.IDEMPOTENCY_TABLE),
    autoresponses: autoresponseLimitStore(
      db,
      environment.COUNTERS_TABLE,
      environment.AUTORESPONSES_PER_FORM_AND_DAY,
    ),
    recipients: recipientStore(db, environment.RECIPIENTS_TABLE),
    mayReceive: receivingConnections(db, {
      accounts: environment.ACCOUNTS_TABLE,
      connections: environment.CONNECTIONS_TABLE,
      members: environment.MEMBERS_TABLE,
      oauthClients: environment.OAUTH_CLIENTS_TABLE,
    }),
    log: emailLogStore(db, environment.EMAILS_TABLE),
    send: sesClientSender(environment.MAIL_CONFIGURATION_SET),
    findSubmission: submissionStore(db, environment.SUBMISSIONS_TABLE).find,
    findReply: replyStore(db, environment.REPLIES_TABLE).find,
    findForm: emailFormStore(db, environment.FORMS_TABLE).find,
    findAccount: emailAccountStore(db, environment.ACCOUNTS_TABLE).find,
    findMember: memberStore(db, environment.MEMBERS_TABLE).find,
    baseUrl: environment.BASE_URL,
    report: (problem, details) => logger.warn(problem, details),
  };
}

export const handler = sqsHandler({
  message: emailJob,
  logIds: idsOfJob,
  handle: sendEmail({
    emails: emailDeps(),
    log: (message, line) => logger.info(message, { ...line }),
    queue: emailQueue(readEnvironment('EMAILS_QUEUE_URL').EMAILS_QUEUE_URL),
  }),
});

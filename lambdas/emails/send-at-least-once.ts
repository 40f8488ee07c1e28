/**
 * Sends all e-mails except autoresponses and replies, each at least once. Also defines the dependencies for sending
 * e-mails.
 */
import type { EmailAccount } from '../accounts/account.ts';
import type { Clock } from '../core/clock.ts';
import { settleAll } from '../core/settle-all.ts';
import type { EmailForm } from '../forms/form.ts';
import type { MayReceive } from '../auth/connections/connection-principal.ts';
import type { Member } from '../auth/member.ts';
import type { Reply } from '../submissions/replies/reply.ts';
import type { Submission } from '../submissions/submission.ts';
import type { Mailbox } from '../core/text/email-address.ts';
import { EmailNotAccepted, type Email, type SendEmail } from './email.ts';
import type { EmailLog, SubmissionEmail } from '../submissions/email-log/email-record.ts';
import type { Recipients } from '../forms/recipients/recipient.ts';
import { SEND_LOCK_LEASE, type AutoresponseLimit, type SendLock } from './send-lock.ts';

export interface EmailDeps {
  readonly now: Clock;
  readonly sender: Mailbox;
  /** Creates an id that identifies this call as the owner of a send lock. */
  readonly newOwner: () => string;
  /** Creates the key that signs a new recipient's links. */
  readonly newLinkKey: () => string;
  readonly lock: SendLock;
  /** Log of e-mails about submissions. */
  readonly log: EmailLog;
  readonly autoresponses: AutoresponseLimit;
  readonly recipients: Recipients;
  readonly mayReceive: MayReceive;
  readonly send: SendEmail;
  findSubmission(formId: string, submissionId: string): Promise<Submission | undefined>;
  findReply(formId: string, submissionId: string, replyId: string): Promise<Reply | undefined>;
  findForm(accountId: string, formId: string): Promise<EmailForm | undefined>;
  findAccount(accountId: string): Promise<EmailAccount | undefined>;
  findMember(accountId: string, memberId: string): Promise<Member | undefined>;
  /** Public base URL of the API, for links to files. */
  readonly baseUrl: string;
  /** Logs a problem for the operator. Must never contain addresses or submitted data. */
  readonly report: (problem: string, details: Record<string, unknown>) => void;
}

/** Returns the account, or undefined if it doesn't exist or is suspended. Suspended accounts don't send e-mails. */
export async function findActiveAccount(
  accountId: string,
  { findAccount }: Pick<EmailDeps, 'findAccount'>,
): Promise<EmailAccount | undefined> {
  const account = await findAccount(accountId);
  return account?.suspended_at === undefined ? account : undefined;
}

/**
 * Thrown when another function is sending this e-mail, or stopped before it had finished. The job is retried after the
 * lock expires.
 */
export class EmailInProgress extends Error {
  override readonly name = 'EmailInProgress' as const;
}

/**
 * Sends an e-mail at least once. The e-mail is only sent twice if the first sender stopped before it could
 * record the success.
 * @param record the e-mail's record in the e-mail log, if the e-mail is about a submission
 * @throws if the e-mail hasn't been sent yet
 */
export async function sendAtLeastOnce(
  email: Email,
  { now, newOwner, lock, log, send, report }: EmailDeps,
  record?: SubmissionEmail,
): Promise<void> {
  // Add the record before sending so that it exists when the mail service reports events.
  if (record) await log.add(record, now());
  const owner = newOwner();
  const at = now();
  const acquired = await lock.acquire(email, owner, at, at + SEND_LOCK_LEASE);
  if (acquired.state === 'done') return;
  if (acquired.state === 'busy') throw new EmailInProgress(`${email.id} is locked until ${acquired.until}`);
  let messageId: string;
  try {
    ({ messageId } = await send(email));
  } catch (error) {
    if (error instanceof EmailNotAccepted) {
      await lock.release(email, owner);
      if (record && error.refused) await log.giveUp(record, 'refused', now());
    }
    throw error;
  }
  try {
    await settleAll([
      lock.markSent(email, owner, messageId, now()),
      ...(record ? [log.markSent(record, messageId, now())] : []),
    ]);
  } catch (error) {
    // The e-mail has been sent. Don't throw an error, because the e-mail would be sent again.
    report('Failed to record sent e-mail', { email: email.id, messageId, error });
  }
}

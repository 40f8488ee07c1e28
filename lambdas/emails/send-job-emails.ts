/** Sends the e-mails of a job. Every job may come several times, also at the same time. */
import { settleAll } from '../core/settle-all.ts';
import { toAttachmentViews } from '../files/attachment.ts';
import { addressDigest, mayBeAnswered, submitterAddress } from './submitter.ts';
import type { Clock } from '../core/clock.ts';
import type { Mailbox } from './email-address.ts';
import type { SubmissionJob } from './email-job.ts';
import { SEND_LOCK_LEASE, type AutoresponseLimit, type SendLock } from './send-lock.ts';
import { autoresponseEmail } from './autoresponse.ts';
import { EmailNotAccepted, type Email, type SendEmail } from './email.ts';
import { notificationEmail } from './notification.ts';
import { webhookEmail } from './webhook-email.ts';
import type { EmailForm } from '../forms/form.ts';
import type { OwnerEmail } from './owner-email.ts';
import type { Submission } from '../submissions/submission.ts';

export interface EmailDeps {
  readonly now: Clock;
  readonly sender: Mailbox;
  /** Identifies this attempt as the owner of a send lock. */
  readonly newOwner: () => string;
  readonly lock: SendLock;
  readonly autoresponses: AutoresponseLimit;
  readonly send: SendEmail;
  findSubmission(formId: string, submissionId: string): Promise<Submission | undefined>;
  findForm(accountId: string, formId: string): Promise<EmailForm | undefined>;
  /** Whether the operator has suspended the account: then nothing is sent for it. Strongly consistent. */
  isSuspended(accountId: string): Promise<boolean>;
  /** The public address of the API, which links to files begin with. */
  readonly baseUrl: string;
  /** Logs for the operator; never an address, never what was posted. */
  readonly report: (problem: string, details: Record<string, unknown>) => void;
}

/** Another function is sending this e-mail, or died while it did; the job comes back when the lock has expired. */
export class EmailInProgress extends Error {
  override readonly name = 'EmailInProgress' as const;
}

/**
 * Sends the notification and the autoresponse of a submission, as far as its form wants them. A submission that was
 * deleted or marked as spam since then sends none (docs/invariants.md, 6), nor does one of a suspended account.
 * @throws when an e-mail is still to be sent: then the job has to come again
 */
export async function sendSubmissionEmails(
  { form_id, submission_id }: SubmissionJob,
  deps: EmailDeps,
): Promise<void> {
  const submission = await deps.findSubmission(form_id, submission_id);
  if (submission?.status !== 'received' || (await deps.isSuspended(submission.account_id))) return;
  const form = await deps.findForm(submission.account_id, form_id);
  if (!form) return;
  await settleAll([notifyOwners(submission, form, deps), sendAutoresponse(submission, form, deps)]);
}

/** @throws when it is still to be sent */
export async function sendOwnerEmail(job: OwnerEmail, deps: EmailDeps): Promise<void> {
  if (await deps.isSuspended(job.account_id)) return;
  const form = await deps.findForm(job.account_id, job.form_id);
  if (!form || form.notify_emails.length === 0) return;
  await sendAtLeastOnce(webhookEmail(job, form, deps.sender), deps);
}

async function notifyOwners(submission: Submission, form: EmailForm, deps: EmailDeps): Promise<void> {
  if (form.notify_emails.length === 0) return;
  const files = toAttachmentViews(submission, { baseUrl: deps.baseUrl, now: deps.now() });
  await sendAtLeastOnce(notificationEmail({ submission, form, files }, deps.sender), deps);
}

/** Sends twice only when the first sender died before it could record that it had sent. */
async function sendAtLeastOnce(
  email: Email,
  { now, newOwner, lock, send, report }: EmailDeps,
): Promise<void> {
  const owner = newOwner();
  const at = now();
  const acquired = await lock.acquire(email, owner, at, at + SEND_LOCK_LEASE);
  if (acquired.state === 'done') return;
  if (acquired.state === 'busy') throw new EmailInProgress(`${email.id} until ${acquired.until}`);
  let messageId: string;
  try {
    ({ messageId } = await send(email));
  } catch (error) {
    if (error instanceof EmailNotAccepted) await lock.release(email, owner);
    throw error;
  }
  try {
    await lock.markSent(email, owner, messageId, now());
  } catch (error) {
    // It is sent: failing now would only send it again.
    report('sent e-mail not recorded', { email: email.id, messageId, error });
  }
}

/** Sends at most once, whatever happens. */
async function sendAutoresponse(submission: Submission, form: EmailForm, deps: EmailDeps): Promise<void> {
  const { autoresponder } = form;
  const to = submitterAddress(submission.payload);
  if (!autoresponder?.enabled || to === undefined || !mayBeAnswered(to, deps.sender.address)) return;
  const email = autoresponseEmail({ submission, form, autoresponder, to }, deps.sender);
  const owner = deps.newOwner();
  const acquired = await deps.lock.acquire(email, owner, deps.now(), undefined);
  if (acquired.state !== 'acquired') return;

  const digest = addressDigest(form.address_salt, to);
  const { submission_id } = submission;
  let isReserved = false;
  try {
    isReserved = await deps.autoresponses.reserve(form, digest, submission_id, deps.now());
    if (isReserved) await deps.send(email);
  } catch (error) {
    const isCertainlyNotSent = !isReserved || error instanceof EmailNotAccepted;
    if (!isCertainlyNotSent || (error instanceof EmailNotAccepted && error.refused)) {
      // The address was typed in by the submitter: that it cannot be written to is no reason for an alarm.
      deps.report('autoresponse given up', { email: email.id, error });
      return;
    }
    if (isReserved) await deps.autoresponses.giveBack(form, digest, submission_id);
    await deps.lock.release(email, owner);
    throw error;
  }
}

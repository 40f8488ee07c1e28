/** From a job to the e-mails that it stands for. Every job may come several times, and two of them at once. */
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
import { webhookDisabledEmail } from './webhook-disabled-email.ts';
import type { EmailForm } from '../forms/form.ts';
import type { OwnerEmail } from './owner-email.ts';
import type { Submission } from '../submissions/submission.ts';

export interface EmailDeps {
  readonly now: Clock;
  readonly sender: Mailbox;
  /** Tells one invocation from all others. */
  readonly newOwner: () => string;
  readonly ledger: SendLock;
  readonly answers: AutoresponseLimit;
  readonly send: SendEmail;
  findSubmission(formId: string, submissionId: string): Promise<Submission | undefined>;
  findForm(accountId: string, formId: string): Promise<EmailForm | undefined>;
  /** Where links to files lead. */
  readonly baseUrl: string;
  /** What the operator should find in the log; never an address, never what was posted. */
  readonly report: (problem: string, details: Record<string, unknown>) => void;
}

/** Somebody else is sending this e-mail, or died at it; the job comes back when that is known. */
export class EmailInProgress extends Error {
  override readonly name = 'EmailUnderWay' as const;
}

/**
 * Tells of a submission: those behind the form, and whoever filled it in when the form answers by itself. One that
 * was deleted or marked as spam meanwhile concerns nobody (invariant 6).
 * @throws when an e-mail is still to be sent: then the job has to come again
 */
export async function sendSubmissionEmails(
  { form_id, submission_id }: SubmissionJob,
  ports: EmailDeps,
): Promise<void> {
  const submission = await ports.findSubmission(form_id, submission_id);
  if (submission?.status !== 'received') return;
  const form = await ports.findForm(submission.account_id, form_id);
  if (!form) return;
  await settleAll([notify(submission, form, ports), answer(submission, form, ports)]);
}

/** @throws when it is still to be sent */
export async function sendOwnerEmail(notice: OwnerEmail, ports: EmailDeps): Promise<void> {
  const form = await ports.findForm(notice.account_id, notice.form_id);
  if (!form || form.notify_emails.length === 0) return;
  await sendOnce(webhookDisabledEmail(notice, form, ports.sender), ports);
}

async function notify(submission: Submission, form: EmailForm, ports: EmailDeps): Promise<void> {
  if (form.notify_emails.length === 0) return;
  const files = toAttachmentViews(submission, { baseUrl: ports.baseUrl, now: ports.now() });
  await sendOnce(notificationEmail({ submission, form, files }, ports.sender), ports);
}

/** At least once; twice only when the first sender fell silent before it could say that it had sent. */
async function sendOnce(
  email: Email,
  { now, newOwner: newClaimant, ledger, send, report }: EmailDeps,
): Promise<void> {
  const claimant = newClaimant();
  const at = now();
  const claim = await ledger.claim(email, claimant, at, at + SEND_LOCK_LEASE);
  if (claim.state === 'done') return;
  if (claim.state === 'busy') throw new EmailInProgress(`${email.id} until ${claim.until}`);
  let messageId: string;
  try {
    ({ messageId } = await send(email));
  } catch (error) {
    if (error instanceof EmailNotAccepted) await ledger.release(email, claimant);
    throw error;
  }
  try {
    await ledger.sent(email, claimant, messageId, now());
  } catch (error) {
    // It is sent: failing now would only send it again.
    report('An e-mail was sent and that could not be recorded', { email: email.id, messageId, error });
  }
}

/** At most once, whatever happens. */
async function answer(submission: Submission, form: EmailForm, ports: EmailDeps): Promise<void> {
  const { autoresponder } = form;
  const to = submitterAddress(submission.payload);
  if (!autoresponder?.enabled || to === undefined || !mayBeAnswered(to, ports.sender.address)) return;
  const email = autoresponseEmail({ submission, form, autoresponder, to }, ports.sender);
  const claimant = ports.newOwner();
  const claim = await ports.ledger.claim(email, claimant, ports.now(), undefined);
  if (claim.state !== 'ours') return;

  const digest = addressDigest(form.address_salt, to);
  const { submission_id } = submission;
  let taken = false;
  try {
    taken = await ports.answers.take(form, digest, submission_id, ports.now());
    if (taken) await ports.send(email);
  } catch (error) {
    const certainlyNotSent = !taken || error instanceof EmailNotAccepted;
    if (!certainlyNotSent || (error instanceof EmailNotAccepted && error.refused)) {
      // An address that cannot be written to is its owner's or a joker's affair, no reason for an alarm.
      ports.report('An automatic answer was given up', { email: email.id, error });
      return;
    }
    if (taken) await ports.answers.giveBack(form, digest, submission_id);
    await ports.ledger.release(email, claimant);
    throw error;
  }
}

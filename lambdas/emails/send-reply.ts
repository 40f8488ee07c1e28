/** Sends a reply to a submission, at most once. */
import { suppressionReason } from '../forms/recipients/recipient.ts';
import { replyRecord } from '../submissions/email-log/email-record.ts';
import { REPLY_STORED_WITHIN, type ReplyJob } from '../submissions/replies/reply-job.ts';
import { replyEmail } from './content/reply-email.ts';
import type { EmailDeps } from './send-at-least-once.ts';
import { sendAtMostOnce } from './send-at-most-once.ts';

/**
 * Thrown if a job's reply isn't stored yet, but its request might still be running. The job is then retried.
 */
class ReplyNotStoredYet extends Error {
  override readonly name = 'ReplyNotStoredYet' as const;
}

/**
 * Sends a job's reply. Sends nothing if the request failed, or if the submission or form was deleted in the
 * meantime.
 * @throws ReplyNotStoredYet if the request might still be running
 */
export async function sendReply(
  { form_id, submission_id, reply_id, queued_at }: ReplyJob,
  deps: EmailDeps,
): Promise<void> {
  const [submission, reply] = await Promise.all([
    deps.findSubmission(form_id, submission_id),
    deps.findReply(form_id, submission_id, reply_id),
  ]);
  if (!submission) return;
  if (!reply) {
    if (deps.now() - queued_at < REPLY_STORED_WITHIN) throw new ReplyNotStoredYet(reply_id);
    return;
  }
  const [form, account] = await Promise.all([
    deps.findForm(submission.account_id, form_id),
    deps.findAccount(submission.account_id),
  ]);
  if (!form || !account) return;
  const record = replyRecord(submission, reply);
  if (account.suspended_at !== undefined) return deps.log.giveUp(record, 'suspended', deps.now());
  const block = suppressionReason(await deps.recipients.findConsent(record));
  if (block) return deps.log.giveUp(record, `${block}-before`, deps.now());
  await sendAtMostOnce(
    { email: replyEmail(reply, form, deps.sender), record, abandoned: 'Reply abandoned' },
    deps,
  );
}

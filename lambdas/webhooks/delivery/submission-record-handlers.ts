/**
 * Says what follows from one record of the stream of submissions: webhooks, e-mails and an event for an accepted
 * submission, the deletion of the files for a deleted one. Fan-out uses it, and the sweeper for the records that fan-out could
 * not handle.
 */
import { CANARY_FORM } from '../../canary/canary.ts';
import { fileDeletionQueue } from '../../files/file-deletion-queue.ts';
import { settleAll } from '../../core/settle-all.ts';
import { readEnvironment } from '../../environment.ts';
import { stageSubmissionEvents } from '../../event-bus/submission-events-queue.ts';
import { emailRequestDeps, fanOutEmails } from '../../emails/fan-out-emails.ts';
import { fanOut } from './create-deliveries.ts';
import { fanOutDeps } from './delivery-deps.ts';
import { requestFileDeletion } from '../../files/request-file-deletion.ts';
import type { SubmissionChange } from '../../submissions/submission-stream.ts';

/** Makes the handler of the records of one batch, which reads the webhooks and the settings of a form once. */
export function submissionChangeHandlers(): () => (change: SubmissionChange) => Promise<void> {
  const webhookDeps = fanOutDeps();
  const emailDeps = emailRequestDeps();
  const deleteFiles = requestFileDeletion(
    fileDeletionQueue(readEnvironment('FILE_DELETIONS_QUEUE_URL').FILE_DELETIONS_QUEUE_URL),
  );
  const events = stageSubmissionEvents();
  return () => {
    const toWebhooks = fanOut(webhookDeps);
    const toEmails = emailDeps && fanOutEmails(emailDeps);
    return async (change) => {
      if (change.event === 'REMOVE') return deleteFiles(change.before);
      const isNew = change.event === 'INSERT';
      // The service that it came from has told of it.
      if (isNew && change.after.imported_at !== undefined) return;
      // What was true when it was posted may not be so when it is released from spam.
      const nobodyToTell = isNew && change.after.nobody_to_tell === true;
      await settleAll([
        ...(nobodyToTell ? [] : [toWebhooks(change)]),
        ...(nobodyToTell || !toEmails ? [] : [toEmails(change.after, { isNew })]),
        // The canary's own posts are nobody's news.
        ...(events && change.after.form_id !== CANARY_FORM ? [events.add(change.after)] : []),
      ]);
    };
  };
}

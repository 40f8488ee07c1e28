/** What one record of the stream of submissions asks for, in fan-out and again when the sweeper finds it missed. */
import { fileDeletionQueue } from '../../files/file-deletion-queue.ts';
import { settleAll } from '../../core/settle-all.ts';
import { readEnvironment } from '../../environment.ts';
import { emailRequestDeps, fanOutEmails } from '../../emails/fan-out-emails.ts';
import { fanOut, fanOutDeps } from './fan-out-record.ts';
import { requestFileDeletion } from '../../files/request-file-deletion.ts';
import type { SubmissionChange } from '../../submissions/submission-stream.ts';

/**
 * Accepted submissions go to webhooks and into e-mails; of those that are removed, the files go too. Gives a handler for
 * each batch.
 */
export function submissionRecordHandlers(): () => (change: SubmissionChange) => Promise<void> {
  const webhooks = fanOutDeps();
  const emails = emailRequestDeps();
  const askForRemoval = requestFileDeletion(
    fileDeletionQueue(readEnvironment('FILE_REMOVALS_QUEUE_URL').FILE_REMOVALS_QUEUE_URL),
  );
  return () => {
    const tellWebhooks = fanOut(webhooks);
    const tellPeople = emails && fanOutEmails(emails);
    return (change) =>
      change.event === 'REMOVE'
        ? askForRemoval(change.before)
        : settleAll([tellWebhooks(change), ...(tellPeople ? [tellPeople(change.after)] : [])]);
  };
}

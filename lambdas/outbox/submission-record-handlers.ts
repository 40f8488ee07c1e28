/**
 * Says what follows from one record of the stream of submissions: webhooks, e-mails and an event for an accepted
 * submission, the deletion of the files for a deleted one. Fan-out uses it, and the sweeper for the records that fan-out could
 * not handle.
 */
import { CANARY_FORM } from '../core/canary-ids.ts';
import { fileDeletionQueue } from '../files/file-deletion-queue.ts';
import { settleAll } from '../core/settle-all.ts';
import { readEnvironment } from '../environment.ts';
import { stageSubmissionEvents } from '../event-bus/submission-events-queue.ts';
import { emailRequestDeps, fanOutEmails } from './fan-out-emails.ts';
import { fanOut } from './create-deliveries.ts';
import { fanOutDeps } from './fan-out-deps.ts';
import { requestFileDeletion } from './request-file-deletion.ts';
import type { SubmissionChange } from '../submissions/submission-stream.ts';

interface Followers {
  toWebhooks(change: AcceptedChange): Promise<void>;
  /** Absent while the stage has no mail sender. */
  readonly toEmails: ReturnType<typeof fanOutEmails> | undefined;
  /** Absent while the stage has no event bus. */
  readonly toEventBus: ((of: AcceptedChange['after']) => Promise<void>) | undefined;
  deleteFiles(of: RemovedChange['before']): Promise<void>;
}
type AcceptedChange = Exclude<SubmissionChange, { event: 'REMOVE' }>;
type RemovedChange = Extract<SubmissionChange, { event: 'REMOVE' }>;

/** Says what follows from a record of a submission that was accepted or removed. */
export function submissionChangeHandler({ toWebhooks, toEmails, toEventBus, deleteFiles }: Followers) {
  return async (change: SubmissionChange): Promise<void> => {
    if (change.event === 'REMOVE') return deleteFiles(change.before);
    const { after } = change;
    const isNew = change.event === 'INSERT';
    // The service that it came from has told of it.
    if (isNew && after.imported_at !== undefined) return;
    // What was true when it was posted may not be so when it is released from spam.
    const isNobodyToTell = isNew && after.nobody_to_tell === true;
    await settleAll([
      ...(isNobodyToTell ? [] : [toWebhooks(change)]),
      ...(isNobodyToTell || !toEmails ? [] : [toEmails(after, { isNew })]),
      // The canary's own posts are nobody's news.
      ...(toEventBus && after.form_id !== CANARY_FORM ? [toEventBus(after)] : []),
    ]);
  };
}

/** Makes the handler of the records of one batch, which reads the webhooks and the settings of a form once. */
export function submissionChangeHandlers(): () => (change: SubmissionChange) => Promise<void> {
  const webhookDeps = fanOutDeps();
  const emailDeps = emailRequestDeps();
  const deleteFiles = requestFileDeletion(
    fileDeletionQueue(readEnvironment('FILE_DELETIONS_QUEUE_URL').FILE_DELETIONS_QUEUE_URL),
  );
  const events = stageSubmissionEvents();
  return () =>
    submissionChangeHandler({
      toWebhooks: fanOut(webhookDeps),
      toEmails: emailDeps && fanOutEmails(emailDeps),
      toEventBus: events?.add,
      deleteFiles,
    });
}

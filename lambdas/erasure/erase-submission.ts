/**
 * Erases one submission: everything that the service stores about it, including the versions of its files that
 * could still be restored.
 */
import { settleAll } from '../core/settle-all.ts';
import type { Submission } from '../submissions/submission.ts';

/** The ids that identify a submission. */
export type SubmissionRef = Pick<Submission, 'account_id' | 'form_id' | 'submission_id'>;

export interface SubmissionErasure {
  /** Marks the submission as erased and returns it, or returns undefined if it doesn't exist. */
  mark(ref: SubmissionRef): Promise<Pick<Submission, 'upload_ids'> | undefined>;
  /** Deletes the submission. The table's stream then notifies webhooks that subscribe to deletions. */
  removeSubmission(ref: SubmissionRef): Promise<unknown>;
  /** Deletes all versions of the submission's files. */
  removeFiles(ref: SubmissionRef): Promise<void>;
  /** Deletes all versions of the uploads that the submission's files were copied from. */
  removeUploads(ref: SubmissionRef, uploadIds: readonly string[]): Promise<void>;
  /** Deletes the record of files that are still being stored for the submission. */
  removeFileNote(ref: SubmissionRef): Promise<void>;
  removeEmails(ref: SubmissionRef): Promise<void>;
  removeReplies(ref: SubmissionRef): Promise<void>;
  /** Deletes the submission's send locks. */
  removeSendLocks(ref: SubmissionRef): Promise<void>;
  /** Deletes the submission's deliveries to all current and former webhooks of its form and account. */
  removeDeliveries(ref: SubmissionRef): Promise<void>;
}

/**
 * Erases a submission. Safe to repeat. A function that was already working with the submission may store a
 * record afterwards, so call `eraseTraces` again when no such function can still be running.
 */
export async function eraseSubmission(ref: SubmissionRef, erasure: SubmissionErasure): Promise<void> {
  const found = await erasure.mark(ref);
  // Delete the uploads before the submission, because only the submission's item lists them.
  if (found) await erasure.removeUploads(ref, found.upload_ids ?? []);
  await erasure.removeSubmission(ref);
  await eraseTraces(ref, erasure);
}

/** Deletes the remaining data of a deleted submission. Safe to repeat. */
export async function eraseTraces(ref: SubmissionRef, erasure: SubmissionErasure): Promise<void> {
  await settleAll([
    erasure.removeFiles(ref),
    erasure.removeFileNote(ref),
    erasure.removeEmails(ref),
    erasure.removeReplies(ref),
    erasure.removeSendLocks(ref),
    erasure.removeDeliveries(ref),
  ]);
}

/** Applies a bulk update to one submission, exactly as a request to change only this submission would. */
import { ownedChild } from '../../auth/ownership.ts';
import {
  changeOwnedSubmission,
  type Changer,
  type SubmissionChangeDeps,
} from '../change-owned-submission.ts';
import type { submissionEmailStore } from '../email-log/email-log-store.ts';
import type { submissionChanges } from '../submission-change-store.ts';
import type { Submission } from '../submission.ts';
import { patchOf, type BulkChange } from './bulk-change.ts';

export interface BulkChangeDeps extends SubmissionChangeDeps {
  readonly remove: ReturnType<typeof submissionChanges>['remove'];
  readonly emails: Pick<ReturnType<typeof submissionEmailStore>, 'remove'>;
}

/**
 * Changes or deletes the submission with this id.
 * @param assertCurrent throws if the submission can no longer be changed
 * @throws NotFound, QuotaExceeded, or Conflict if other requests keep changing the submission
 */
export async function applyBulkChange(
  changer: Changer,
  id: string,
  change: BulkChange,
  deps: BulkChangeDeps,
  assertCurrent: (before: Submission) => void = () => undefined,
): Promise<void> {
  const patch = patchOf(change);
  if (patch) {
    await changeOwnedSubmission(changer, id, patch, deps, assertCurrent);
    return;
  }
  const { child } = await ownedChild(deps.forms, changer, id, deps.moderation.find);
  assertCurrent(child);
  await deps.emails.remove(child.form_id, child.submission_id);
  await deps.remove(child, { audit: deps.rowOf?.(child.submission_id) });
}

/** Applies a bulk update to one submission, with the same effect as a separate request for that submission. */
import { ownedChild } from '../../auth/ownership.ts';
import type { AuditPut } from '../../core/audit-row.ts';
import {
  changeOwnedSubmission,
  type Changer,
  type SubmissionChangeDeps,
} from '../change-owned-submission.ts';
import type { Submission } from '../submission.ts';
import type { CheckedChange } from '../handling/checked-change.ts';

export interface BulkChangeDeps extends SubmissionChangeDeps {
  /** Deletes the submission and writes the audit log row. */
  remove(current: Submission, options: { readonly audit: AuditPut | undefined }): Promise<unknown>;
  /** Deletes submissions' e-mail logs. */
  readonly emails: { remove(formId: string, submissionId: string): Promise<unknown> };
}

/**
 * Changes or deletes the submission with this id.
 * @param change undefined to delete the submission
 * @param assertCurrent throws if the submission can no longer be changed
 * @throws NotFound, QuotaExceeded, or Conflict if other requests keep changing the submission
 */
export async function applyBulkChange(
  changer: Changer,
  id: string,
  change: CheckedChange | undefined,
  deps: BulkChangeDeps,
  assertCurrent: (before: Submission) => void = () => undefined,
): Promise<void> {
  if (change) {
    await changeOwnedSubmission(changer, id, change, deps, assertCurrent);
    return;
  }
  const { child } = await ownedChild(deps.forms, changer, id, deps.moderation.find);
  assertCurrent(child);
  await deps.emails.remove(child.form_id, child.submission_id);
  await deps.remove(child, { audit: deps.rowOf?.(child.submission_id) });
}

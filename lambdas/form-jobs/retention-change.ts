/** Applies a form's new retention period to its existing submissions. */
import type { Clock } from '../core/clock.ts';
import type { FormPieces } from '../core/submission-pieces.ts';
import type { Form } from '../forms/form.ts';
import type { FormJob, Progress } from '../forms/jobs/form-job.ts';
import type { DeadlineCheck } from './form-deletion.ts';
import { reappliedExpiry, type DatedSubmission } from '../submissions/retention.ts';

export interface RetentionDeps {
  readonly now: Clock;
  findForm(
    accountId: string,
    formId: string,
  ): Promise<Pick<Form, 'form_id' | 'pieces' | 'retention_days'> | undefined>;
  /**
   * Returns a page of submissions, starting after the given submission. `next` is the start of the next page
   * and is absent on the last page.
   */
  page(form: FormPieces, after: string | undefined): Promise<{ rows: DatedSubmission[]; next?: string }>;
  /**
   * Sets the submission's expiry time, unless the submission was deleted or its status changed after it was
   * read.
   */
  setExpiry(submission: DatedSubmission, expiresAt: number | undefined): Promise<void>;
}

/** Number of submissions to update in parallel. */
const PARALLEL = 25;

/**
 * Updates the expiry times of as many submissions as possible before the time runs out, based on the form's
 * current retention period.
 */
export async function reapplyRetention(
  job: FormJob,
  from: string | undefined,
  deps: RetentionDeps,
  isOutOfTime: DeadlineCheck,
): Promise<Progress> {
  const form = await deps.findForm(job.account_id, job.form_id);
  if (!form) return { done: true };
  let after = from;
  do {
    const { rows, next } = await deps.page(form, after);
    const now = deps.now();
    const changes = rows
      .map((row) => ({ row, expiresAt: reappliedExpiry(row, form.retention_days, now) }))
      .filter(({ row, expiresAt }) => expiresAt !== row.expires_at);
    for (let start = 0; start < changes.length; start += PARALLEL) {
      const some = changes.slice(start, start + PARALLEL);
      await Promise.all(some.map(({ row, expiresAt }) => deps.setExpiry(row, expiresAt)));
    }
    if (next === undefined) return { done: true };
    after = next;
  } while (!isOutOfTime());
  return { done: false, after };
}

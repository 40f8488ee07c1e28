/** A form keeps its submissions for another time now: those that are there get their new time of deletion. */
import type { Clock } from '../core/clock.ts';
import type { Form } from '../forms/form.ts';
import type { FormJob, Progress } from './form-job.ts';
import type { TimeIsUp } from './form-deletion.ts';
import { reappliedExpiry } from '../submissions/retention.ts';
import type { Submission } from '../submissions/submission.ts';

/** What the change needs to know of a submission. */
export type DatedSubmission = Pick<
  Submission,
  'form_id' | 'submission_id' | 'received_at' | 'status' | 'expires_at'
>;

export interface RetentionDeps {
  readonly now: Clock;
  findForm(accountId: string, formId: string): Promise<Pick<Form, 'retention_days'> | undefined>;
  /** The next submissions after one, and after which the next page starts when there is one. */
  page(formId: string, after: string | undefined): Promise<{ rows: DatedSubmission[]; next?: string }>;
  /** Sets the time of deletion, unless the submission changed its status meanwhile or is gone. */
  redate(of: DatedSubmission, expiresAt: number | undefined): Promise<void>;
}

/** Writes on their way at the same time. */
const PARALLEL = 25;

/** Redates what it can until time is up, by the retention that the form has now. */
export async function reapplyRetention(
  of: FormJob,
  from: string | undefined,
  ports: RetentionDeps,
  timeIsUp: TimeIsUp,
): Promise<Progress> {
  const form = await ports.findForm(of.account_id, of.form_id);
  if (!form) return { done: true };
  let after = from;
  do {
    const { rows, next } = await ports.page(of.form_id, after);
    const now = ports.now();
    const changes = rows
      .map((row) => ({ row, expiresAt: reappliedExpiry(row, form.retention_days, now) }))
      .filter(({ row, expiresAt }) => expiresAt !== row.expires_at);
    for (let start = 0; start < changes.length; start += PARALLEL) {
      const some = changes.slice(start, start + PARALLEL);
      await Promise.all(some.map(({ row, expiresAt }) => ports.redate(row, expiresAt)));
    }
    if (next === undefined) return { done: true };
    after = next;
  } while (!timeIsUp());
  return { done: false, after };
}

/**
 * Sends a weekly summary of submissions that were moved to spam, for forms that enable it. Each summary is a
 * recurring form job that is scheduled for a future time. The hourly search for abandoned jobs runs it once
 * that time has passed, so no other schedule is needed.
 */
import type { SpamSummaryJob } from '../spam/spam-summary-job.ts';
import { timestamp, type Clock } from '../core/clock.ts';
import type { FormPieces } from '../core/submission-pieces.ts';
import type { Form } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';
import { dueAt, ABANDONED_AFTER, WEEK, type FormJob } from '../forms/jobs/form-job.ts';

/** Maximum number of submissions that the e-mail links to. */
const MAX_LISTED = 20;

export interface SummaryDeps {
  readonly now: Clock;
  findForm(
    accountId: string,
    formId: string,
  ): Promise<Pick<Form, 'form_id' | 'pieces' | 'weekly_spam_summary'> | undefined>;
  /**
   * Returns submissions that arrived in this period and are currently spam, newest first, up to the number
   * that the summary needs.
   */
  findSpam(form: FormPieces, time: { since: number; until: number }): Promise<readonly Submission[]>;
  /** Queues the summary e-mail. Safe to call more than once for the same e-mail. */
  queue(job: SpamSummaryJob): Promise<void>;
  /** Reschedules the job unless it has been replaced. `touched_at` determines the next run. */
  postpone(job: FormJob, touchedAt: string): Promise<unknown>;
  finish(job: FormJob): Promise<unknown>;
}

/**
 * Queues the summary of the past week if any submissions were moved to spam because of their score or the
 * owner's block list. Submissions caught by the honeypot don't count. If this function runs twice, it queues
 * the same e-mail, which is only sent once.
 */
export async function summarizeSpam(job: FormJob, deps: SummaryDeps): Promise<void> {
  const due = Date.parse(job.touched_at) + ABANDONED_AFTER;
  const now = deps.now();
  if (now < due) return;
  const form = await deps.findForm(job.account_id, job.form_id);
  if (!form?.weekly_spam_summary) {
    await deps.finish(job);
    return;
  }
  const { form_id, account_id } = job;
  const filed = (await deps.findSpam(form, { since: due - WEEK, until: due })).filter(isFiled);
  if (filed.length > 0) {
    const submission_ids = filed.slice(0, MAX_LISTED).map(({ submission_id }) => submission_id);
    await deps.queue({
      kind: 'spam-summary',
      account_id,
      form_id,
      submission_ids,
      until: timestamp(due),
      filed: filed.length,
    });
  }
  await deps.postpone(job, dueAt(due + WEEK > now ? due + WEEK : now + WEEK));
}

const isFiled = ({ filed, spam }: Submission): boolean =>
  filed === true && spam !== undefined && spam.reasons.every(({ code }) => code !== 'honeypot');

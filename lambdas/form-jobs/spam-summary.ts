/**
 * The weekly summary of what a form filed as spam, for forms that want it. It is a form job that stays: its time lies ahead,
 * so that the hourly search for jobs that nobody works on finds it when it is due, and no form is looked at before.
 */
import type { SpamSummaryJob } from '../spam/spam-summary-job.ts';
import { DAY, HOUR, timestamp, type Clock } from '../core/clock.ts';
import type { Form } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';
import { newFormJob, type FormJob } from './form-job.ts';

const WEEK = 7 * DAY;
/** The search takes a job for left alone after this time. */
const LEFT_ALONE = HOUR;
/** Submissions that the e-mail links to. */
const MOST_LISTED = 20;

type SummarizedForm = Pick<Form, 'form_id' | 'account_id' | 'version'>;

/** The job of a form that begins to want summaries; the first is due in a week. */
export const newSummaryJob = (form: SummarizedForm, now: number): FormJob => ({
  ...newFormJob('spam-summary', form, now),
  touched_at: dueAt(now + WEEK),
});

const dueAt = (time: number): string => timestamp(time - LEFT_ALONE);

export interface SummaryDeps {
  readonly now: Clock;
  findForm(accountId: string, formId: string): Promise<Pick<Form, 'weekly_spam_summary'> | undefined>;
  /** What is spam now and came in this time, newest first: enough of it to list. */
  findSpam(formId: string, time: { since: number; until: number }): Promise<readonly Submission[]>;
  /** Queues the e-mail; it may be queued twice. */
  queue(job: SpamSummaryJob): Promise<void>;
  /** Puts the job off, unless it was replaced; its time is that of `touched_at`. */
  putOff(job: FormJob, touchedAt: string): Promise<unknown>;
  finish(job: FormJob): Promise<unknown>;
}

/**
 * Queues the summary of a week that is over, if anything was filed by a guess or by the owner's list; the hidden field is no
 * guess. Running it twice queues the same e-mail, which is sent once.
 */
export async function summarizeSpam(job: FormJob, deps: SummaryDeps): Promise<void> {
  const due = Date.parse(job.touched_at) + LEFT_ALONE;
  const now = deps.now();
  if (now < due) return;
  const form = await deps.findForm(job.account_id, job.form_id);
  if (!form?.weekly_spam_summary) {
    await deps.finish(job);
    return;
  }
  const { form_id, account_id } = job;
  const filed = (await deps.findSpam(form_id, { since: due - WEEK, until: due })).filter(isFiled);
  if (filed.length > 0) {
    const submission_ids = filed.slice(0, MOST_LISTED).map(({ submission_id }) => submission_id);
    await deps.queue({
      kind: 'spam-summary',
      account_id,
      form_id,
      submission_ids,
      until: timestamp(due),
      filed: filed.length,
    });
  }
  await deps.putOff(job, dueAt(due + WEEK > now ? due + WEEK : now + WEEK));
}

const isFiled = ({ filed, spam }: Submission): boolean =>
  filed === true && spam !== undefined && spam.reasons.every(({ code }) => code !== 'honeypot');

/**
 * Runs bulk jobs, which make the same change to all submissions that match a filter. A job stores the ids of
 * the next submissions before it changes them. After a crash, it processes the same submissions again.
 * Submissions that it has already changed stay the same and aren't counted twice.
 */
import { DAY, type Clock } from '../core/clock.ts';
import { isProblem } from '../core/errors/errors.ts';
import { mapInParallel } from '../core/map-in-parallel.ts';
import type { FormPieces } from '../core/submission-pieces.ts';
import type { Page } from '../core/web/pagination.ts';
import type { FormJob, FormJobMessage } from '../forms/jobs/form-job.ts';
import { endedJob, matchedThen, type BulkJob } from '../submissions/bulk/bulk-job.ts';
import type { CheckedChange } from '../submissions/handling/checked-change.ts';
import type { SubmissionCriteria } from '../submissions/handling/criteria.ts';
import type { Submission } from '../submissions/submission.ts';
import type { DeadlineCheck } from './form-deletion.ts';

/** How many submissions to select at a time, and how many of them to change in parallel. */
const BATCH = 250;
const CONCURRENCY = 25;
/** Time after which a job that keeps failing is abandoned, in milliseconds. */
const MAX_AGE = DAY;

/** The submissions to change, and the change to make (undefined for a deletion). */
export interface BulkPlan {
  readonly filter: SubmissionCriteria;
  readonly change: CheckedChange | undefined;
}

export interface BulkUpdateDeps {
  readonly now: Clock;
  find(jobId: string): Promise<BulkJob | undefined>;
  /**
   * Replaces the job unless it has changed since it was read. If the job has ended, also completes its audit
   * log row.
   */
  replace(before: BulkJob, after: BulkJob): Promise<BulkJob | undefined>;
  /** Returns the form job that runs a form's or account's bulk job. */
  findRunner(ownerId: string): Promise<FormJob | undefined>;
  /** Records that a function is processing the form job. */
  touch(runner: FormJob): Promise<unknown>;
  /** Deletes a form job if its bulk job no longer exists. */
  finish(runner: FormJob): Promise<unknown>;
  isSuspended(accountId: string): Promise<boolean>;
  /** Returns the form, or undefined if it was deleted. */
  findForm(accountId: string, formId: string): Promise<FormPieces | undefined>;
  /**
   * Returns the change that the job makes, or undefined if a label or member in its request no longer exists.
   */
  planOf(job: BulkJob): Promise<BulkPlan | undefined>;
  page(
    form: FormPieces,
    filter: SubmissionCriteria,
    limit: number,
    after: string | undefined,
  ): Promise<Page<Submission, string>>;
  /**
   * Applies the job's change to a submission if `isWanted` accepts its current state.
   * @returns true if this job has changed it, now or in a batch that crashed
   * @throws QuotaExceeded
   */
  change(
    job: BulkJob,
    submissionId: string,
    isWanted: (current: Submission) => boolean,
    options: {
      readonly change: CheckedChange | undefined;
      /** The submission, if it has just been read. */
      readonly read: Submission | undefined;
    },
  ): Promise<boolean>;
  /** Updates the account's change marker, because its lists have changed. */
  noteChange(accountId: string): Promise<void>;
}

/**
 * Processes a bulk job until it ends or the time runs out.
 * @returns the message for the next batch and its delay in seconds, or undefined if the job has ended
 */
export async function runBulkUpdate(
  message: FormJobMessage,
  deps: BulkUpdateDeps,
  isOutOfTime: DeadlineCheck,
): Promise<{ message: FormJobMessage; delaySeconds: number } | undefined> {
  const runner = await deps.findRunner(message.form_id);
  // Ignore messages of earlier jobs of this form or account.
  if (runner?.version !== message.version) return undefined;
  const delaySeconds = await work(runner, deps, isOutOfTime);
  return delaySeconds === undefined ? undefined : { message, delaySeconds };
}

/**
 * Processes a job. If two functions process the same job, the slower one stops.
 * @returns the number of seconds until the next batch, or undefined if none is needed
 */
async function work(
  runner: FormJob,
  deps: BulkUpdateDeps,
  isOutOfTime: DeadlineCheck,
): Promise<number | undefined> {
  const stored = await deps.find(runner.bulk_job_id ?? '');
  if (!stored) {
    await deps.finish(runner);
    return undefined;
  }
  const wait = Date.parse(stored.undo_until) - deps.now();
  if (wait > 0) return Math.ceil(wait / 1000);
  await deps.touch(runner);
  const isGivenUp = deps.now() > stored.asked_at + MAX_AGE || (await deps.isSuspended(stored.account_id));
  const plan = isGivenUp ? undefined : await deps.planOf(stored);
  if (!plan) {
    await deps.replace(stored, endedJob(stored, 'failed'));
    return undefined;
  }
  let job: BulkJob | undefined = stored;
  while (job?.status === 'waiting' || job?.status === 'running') {
    if (isOutOfTime()) return 0;
    const next: Selected | undefined = job.batch ? { job, rows: [] } : await withNextBatch(job, plan, deps);
    job = next?.job.batch ? await processed(next, next.job.batch, plan, deps) : next?.job;
  }
  return undefined;
}

/** A job with its next batch, and the submissions that were read to select this batch. */
interface Selected {
  readonly job: BulkJob;
  readonly rows: readonly Submission[];
}

/** Selects the next submissions, or ends the job if there are none. */
async function withNextBatch(
  job: BulkJob,
  { filter }: BulkPlan,
  deps: BulkUpdateDeps,
): Promise<Selected | undefined> {
  const formId = job.form_ids[job.forms_done];
  if (formId === undefined) {
    const ended = await deps.replace(job, endedJob(job, 'finished'));
    return ended && { job: ended, rows: [] };
  }
  const form = await deps.findForm(job.account_id, formId);
  const { rows, next } = form
    ? await deps.page(form, filter, BATCH, job.after)
    : { rows: [], next: undefined };
  const batch = rows
    .filter((row) => matchedThen(row, filter, job.asked_at))
    .map(({ submission_id }) => submission_id);
  const { after: _, ...rest } = job;
  const selected = await deps.replace(job, {
    ...rest,
    status: 'running',
    ...(batch.length > 0 && { batch }),
    ...(next === undefined ? { forms_done: job.forms_done + 1 } : { after: next }),
  });
  return selected && { job: selected, rows };
}

/** Changes the selected submissions. Ends the job if the quota is used up. */
async function processed(
  { job, rows }: Selected,
  ids: readonly string[],
  { filter, change }: BulkPlan,
  deps: BulkUpdateDeps,
): Promise<BulkJob | undefined> {
  const read = new Map(rows.map((row) => [row.submission_id, row]));
  const isWanted = (current: Submission): boolean => matchedThen(current, filter, job.asked_at);
  const results = await mapInParallel(ids, CONCURRENCY, async (id): Promise<boolean | Error> => {
    try {
      return await deps.change(job, id, isWanted, { change, read: read.get(id) });
    } catch (error) {
      return error instanceof Error ? error : new Error('Failed to change submission', { cause: error });
    }
  });
  await deps.noteChange(job.account_id);
  const errors = results.filter((result) => result instanceof Error);
  const isQuotaUsedUp = (error: unknown): boolean => isProblem(error) && error.slug === 'quota-exceeded';
  // Throw the error so that the queue redelivers the message and the batch is repeated.
  const unexpected = errors.find((error) => !isQuotaUsedUp(error));
  if (unexpected !== undefined) throw unexpected;

  const done = job.done + results.filter((result) => result === true).length;
  const skipped = job.skipped + results.filter((result) => result === false).length;
  const { batch: _, ...rest } = job;
  const after = { ...rest, done, skipped, matched: Math.max(job.matched, done + skipped) };
  return deps.replace(job, errors.length > 0 ? endedJob(after, 'failed') : after);
}

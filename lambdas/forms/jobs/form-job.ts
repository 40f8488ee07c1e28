/**
 * Defines form jobs, which process a form's records after the form was deleted or its retention period was
 * changed. The transaction that changes or deletes the form also stores the job, which is deleted when the
 * work is done. The job therefore survives crashes and lost messages. A queue message only starts the next
 * batch. A stream of the Forms table can't replace jobs, because streams only keep records for a day, and
 * this stream would contain challenge secrets.
 *
 * Ingest and fan-out might have read the form before the change and might still store records afterwards. A
 * job therefore makes two passes. The second pass starts when none of these functions can still be running,
 * and finds the records that were stored late.
 */
import * as z from 'zod';
import { DAY, HOUR, timestamp } from '../../core/clock.ts';
import type { Form } from '../form.ts';

export const formJobKinds = [
  /** Deletes all of a deleted form's data. */
  'deletion',
  /** Applies a form's new retention period to the existing submissions. */
  'retention',
  /**
   * Sends a weekly summary of submissions that were moved to spam. This job is rescheduled after each run.
   */
  'spam-summary',
  /** Makes the same change to all submissions of a form or account that match a filter. */
  'bulk-update',
] as const;
export type FormJobKind = (typeof formJobKinds)[number];

/**
 * Seconds to wait before the second pass. This wait is longer than the timeout (30 s) of functions that store
 * a form's records. The function that sends e-mails can run longer, but stores its records before it sends
 * anything.
 */
export const LATE_WRITES_SECONDS = 35;

/** Schema of a stored form job. */
export const formJob = z.object({
  /** The form's id or, for a bulk update of all forms, the account's id. */
  form_id: z.string(),
  kind: z.enum(formJobKinds),
  account_id: z.string(),
  /** The form's version after the change. If the form changes again, a new job replaces this one. */
  version: z.int(),
  /** The form's former webhooks. Their deliveries must also be deleted. */
  webhook_ids: z.array(z.string()),
  /** Id of the bulk job that this form job runs; only for bulk updates. */
  bulk_job_id: z.string().optional(),
  /** Number of partitions that the deleted form's submissions are stored in. Absent if there is only one. */
  pieces: z.int().optional(),
  /** When a function last processed the job. */
  touched_at: z.string(),
});
export type FormJob = z.infer<typeof formJob>;

/** Schema of a queue message, which describes the next batch. */
export const formJobMessage = z.object({
  form_id: z.string(),
  kind: z.enum(formJobKinds),
  version: z.int(),
  pass: z.enum(['first', 'last']),
  /** The last record processed in this pass, if the job processes records in order. */
  after: z.string().optional(),
});
export type FormJobMessage = z.infer<typeof formJobMessage>;

/** Result of a batch: whether the pass is done and, if not, where to continue. */
export type Progress = { readonly done: true } | { readonly done: false; readonly after?: string };

export interface FormJobDeps {
  find(formId: string, kind: FormJobKind): Promise<FormJob | undefined>;
  /** Records that a function is processing the job. Returns false if the job was replaced or is finished. */
  touch(job: FormJob): Promise<boolean>;
  /** Deletes the job. Returns false if the job was replaced. */
  finish(job: FormJob): Promise<boolean>;
  /** Sends the summary if its scheduled time has passed, and reschedules the job for the next week. */
  summarize(job: FormJob): Promise<void>;
  /** Runs a batch of a pass over the form's records. The batch ends before its function times out. */
  runBatch(job: FormJob, after: string | undefined): Promise<Progress>;
}

/** Creates the job for a change to this form. `version` must be the form's version after the change. */
export function newFormJob(
  kind: FormJobKind,
  { form_id, account_id, version, pieces }: Pick<Form, 'form_id' | 'account_id' | 'version' | 'pieces'>,
  now: number,
): FormJob {
  const job = { form_id, kind, account_id, version, webhook_ids: [], touched_at: timestamp(now) };
  return { ...job, ...(pieces !== undefined && { pieces }) };
}

/** Returns the queue message that starts the job. */
export function firstMessage({ form_id, kind, version }: FormJob): FormJobMessage {
  return { form_id, kind, version, pass: 'first' };
}

/**
 * Runs a batch of a job. Running it twice, even in parallel, is harmless.
 * @returns the message for the next batch and its delay in seconds, or undefined if the job is finished
 */
export async function runFormJobBatch(
  message: FormJobMessage,
  deps: FormJobDeps,
): Promise<{ message: FormJobMessage; delaySeconds: number } | undefined> {
  const current = await deps.find(message.form_id, message.kind);
  if (!current) return undefined;
  if (current.kind === 'spam-summary') {
    await deps.summarize(current);
    return undefined;
  }
  const from = message.version === current.version ? message : firstMessage(current);
  if (!(await deps.touch(current))) return { message: firstMessage(current), delaySeconds: 0 };

  const progress = await deps.runBatch(current, from.after);
  if (!progress.done) return { message: { ...from, after: progress.after }, delaySeconds: 0 };
  if (from.pass === 'first') {
    const { after: _, ...again } = from;
    return { message: { ...again, pass: 'last' }, delaySeconds: LATE_WRITES_SECONDS };
  }
  if (await deps.finish(current)) return undefined;
  return { message: firstMessage(current), delaySeconds: 0 };
}

export const WEEK = 7 * DAY;
/** Time after which a job that no function processes is considered abandoned, in milliseconds. */
export const ABANDONED_AFTER = HOUR;

type SummarizedForm = Pick<Form, 'form_id' | 'account_id' | 'version'>;

/** Creates the job for a form that enables summaries. The first summary is sent a week later. */
export const newSummaryJob = (form: SummarizedForm, now: number): FormJob => ({
  ...newFormJob('spam-summary', form, now),
  touched_at: dueAt(now + WEEK),
});

/**
 * Returns the `touched_at` value that schedules a job for this time. At this time, the job counts as
 * abandoned and is therefore run.
 */
export const dueAt = (time: number): string => timestamp(time - ABANDONED_AFTER);

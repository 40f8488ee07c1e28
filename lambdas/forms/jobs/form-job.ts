/**
 * Form jobs process a form's many records after the form was deleted or its retention was changed. A job is
 * stored in one transaction with that change and deleted when the work is done, so it survives any crash and
 * any lost message. A message only starts its next batch. A stream of the table Forms would not be
 * sufficient: it loses records after a day, and it would contain challenge secrets.
 *
 * Ingest and fan-out may have read the form before the change and write after it. So a job makes two passes.
 * The last one starts when no such function can still be running, and finds what they wrote late.
 */
import * as z from 'zod';
import { DAY, HOUR, timestamp } from '../../core/clock.ts';
import type { Form } from '../form.ts';

export const formJobKinds = [
  /** The form was deleted: delete everything that belongs to it. */
  'deletion',
  /** The form's retention was changed: apply it to the existing submissions. */
  'retention',
  /**
   * The form has the weekly summary of posts moved to spam turned on. This job is permanent and is
   * rescheduled each time.
   */
  'spam-summary',
] as const;
export type FormJobKind = (typeof formJobKinds)[number];

/**
 * Longer than any function that writes records of a form can run (30 s). The function that sends e-mails may
 * run longer, but creates their records before it sends.
 */
export const LATE_WRITES_SECONDS = 35;

/** A form job as stored. */
export const formJob = z.object({
  form_id: z.string(),
  kind: z.enum(formJobKinds),
  account_id: z.string(),
  /** Version of the form after the change. A later change replaces the job. */
  version: z.int(),
  /** Former webhooks of the form, whose deliveries are deleted too. */
  webhook_ids: z.array(z.string()),
  /** When a function last worked on the recovery. */
  touched_at: z.string(),
});
export type FormJob = z.infer<typeof formJob>;

/** A message of the queue, which names the next batch. */
export const formJobMessage = z.object({
  form_id: z.string(),
  kind: z.enum(formJobKinds),
  version: z.int(),
  pass: z.enum(['first', 'last']),
  /** The last record that this pass has handled, for work that processes records in order. */
  after: z.string().optional(),
});
export type FormJobMessage = z.infer<typeof formJobMessage>;

/** How far one batch of a pass got. */
export type Progress = { readonly done: true } | { readonly done: false; readonly after?: string };

export interface FormJobDeps {
  find(formId: string, kind: FormJobKind): Promise<FormJob | undefined>;
  /** Records that the job is being worked on. Returns false if it was replaced or is done. */
  touch(job: FormJob): Promise<boolean>;
  /** Deletes the job. Returns false if it has been replaced. */
  finish(job: FormJob): Promise<boolean>;
  /** Sends a summary that is due and reschedules the job for the next week. */
  summarize(job: FormJob): Promise<void>;
  /** Runs one batch of a pass. It ends before its function times out. */
  runBatch(job: FormJob, after: string | undefined): Promise<Progress>;
}

/** Creates the job that a change of this form requires. `version` is that of the form after the change. */
export function newFormJob(
  kind: FormJobKind,
  { form_id, account_id, version }: Pick<Form, 'form_id' | 'account_id' | 'version'>,
  now: number,
): FormJob {
  return { form_id, kind, account_id, version, webhook_ids: [], touched_at: timestamp(now) };
}

/** Returns the message that starts the work. */
export function firstMessage({ form_id, kind, version }: FormJob): FormJobMessage {
  return { form_id, kind, version, pass: 'first' };
}

/**
 * Runs one batch of a job. Running it twice, even at the same time, is harmless.
 * @returns the message of the next batch and its delay in seconds; undefined if nothing is left to do
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
/** The search considers a job abandoned after this time. */
export const ABANDONED_AFTER = HOUR;

type SummarizedForm = Pick<Form, 'form_id' | 'account_id' | 'version'>;

/** Creates the job of a form that starts to want summaries. The first one is due in a week. */
export const newSummaryJob = (form: SummarizedForm, now: number): FormJob => ({
  ...newFormJob('spam-summary', form, now),
  touched_at: dueAt(now + WEEK),
});

/** Returns the `touched_at` of a job that is due at this time. */
export const dueAt = (time: number): string => timestamp(time - ABANDONED_AFTER);

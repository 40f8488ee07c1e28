/**
 * Form jobs: work on a form's many records after the form was deleted or got another retention. A job is stored in one
 * transaction with that change and deleted when the work is done, so it survives every crash and every lost message; a
 * message only starts its next batch. A stream of the table Forms would not do: it
 * loses records after a day, and would carry the secrets of challenges.
 *
 * Ingest and fan-out may have read the form before the change and write after it. So a job makes two passes: the last
 * one starts when no such function can be running any more, and finds what they wrote late.
 */
import * as z from 'zod';
import { DAY, HOUR, timestamp } from '../../core/clock.ts';
import type { Form } from '../form.ts';

export const formJobKinds = [
  /** The form was deleted: delete everything below it. */
  'deletion',
  /** The form's retention was changed: re-apply it to its submissions. */
  'retention',
  /** The form wants a weekly summary of what it filed as spam; this job stays and is put off. */
  'spam-summary',
] as const;
export type FormJobKind = (typeof formJobKinds)[number];

/**
 * Longer than any function may run that writes records of a form (30 s). The one that sends e-mails may run for longer,
 * but makes their records before it sends.
 */
export const LATE_WRITES_SECONDS = 35;

/** A form job as it is stored. */
export const formJob = z.object({
  form_id: z.string(),
  kind: z.enum(formJobKinds),
  account_id: z.string(),
  /** That of the form after the change; a later change replaces the job. */
  version: z.int(),
  /** Webhooks that the form had; their deliveries are deleted too. */
  webhook_ids: z.array(z.string()),
  /** When a function last worked on it. */
  touched_at: z.string(),
});
export type FormJob = z.infer<typeof formJob>;

/** A message of the queue: which batch comes next. */
export const formJobMessage = z.object({
  form_id: z.string(),
  kind: z.enum(formJobKinds),
  version: z.int(),
  pass: z.enum(['first', 'last']),
  /** The last record that this pass has handled, for work that goes through records in order. */
  after: z.string().optional(),
});
export type FormJobMessage = z.infer<typeof formJobMessage>;

/** How far one batch of a pass came. */
export type Progress = { readonly done: true } | { readonly done: false; readonly after?: string };

export interface FormJobDeps {
  find(formId: string, kind: FormJobKind): Promise<FormJob | undefined>;
  /** Records that it is being worked on; false when the job was replaced or is done. */
  touch(job: FormJob): Promise<boolean>;
  /** Deletes the job; false when it was replaced since then. */
  finish(job: FormJob): Promise<boolean>;
  /** Does a summary that is due, and puts it off to the next week. */
  summarize(job: FormJob): Promise<void>;
  /** Runs one batch of a pass. It ends by itself before its function's time is over. */
  runBatch(job: FormJob, after: string | undefined): Promise<Progress>;
}

/** Makes the job that a change of this form needs; `version` is that of the form after the change. */
export function newFormJob(
  kind: FormJobKind,
  { form_id, account_id, version }: Pick<Form, 'form_id' | 'account_id' | 'version'>,
  now: number,
): FormJob {
  return { form_id, kind, account_id, version, webhook_ids: [], touched_at: timestamp(now) };
}

/** The message that starts the work. */
export function firstMessage({ form_id, kind, version }: FormJob): FormJobMessage {
  return { form_id, kind, version, pass: 'first' };
}

/**
 * Runs one batch of a job. Running it twice, also at the same time, does no harm.
 * @returns the message of the next batch and its delay in seconds; undefined when nothing is left to do
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
/** The search takes a job for left alone after this time. */
export const LEFT_ALONE = HOUR;

type SummarizedForm = Pick<Form, 'form_id' | 'account_id' | 'version'>;

/** The job of a form that begins to want summaries; the first is due in a week. */
export const newSummaryJob = (form: SummarizedForm, now: number): FormJob => ({
  ...newFormJob('spam-summary', form, now),
  touched_at: dueAt(now + WEEK),
});

/** The `touched_at` of a job that is due at this time. */
export const dueAt = (time: number): string => timestamp(time - LEFT_ALONE);

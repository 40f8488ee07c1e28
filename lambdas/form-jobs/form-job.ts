/**
 * Work on a form's many records that a change of the form calls for. The chore is stored in one transaction with
 * that change and deleted when the work is proven to be done, so it outlives every queue and every crash in
 * between; a message only says "go on". A stream of the forms would forget after a day, and would carry their secrets.
 *
 * Ingest and fan-out may have read the form before the change and write after it. So a chore makes two passes:
 * what such a late writer left behind is found by the second one, which starts when no such function can be
 * running any more.
 */
import * as z from 'zod';
import { timestamp } from '../core/clock.ts';
import type { Form } from '../forms/form.ts';

export const formJobKinds = [
  /** The form is gone: everything below it has to go. */
  'removal',
  /** The form keeps its submissions for another time now. */
  'retention',
] as const;
export type FormJobKind = (typeof formJobKinds)[number];

/** Longer than any function may run that writes records of a form (30 s). */
export const LATE_WRITES_SECONDS = 35;

/** A chore as it is stored. */
export const formJob = z.object({
  form_id: z.string(),
  kind: z.enum(formJobKinds),
  account_id: z.string(),
  /** Of the form, when it called for this: a later change makes the chore anew. */
  version: z.int(),
  /** Webhooks the form had, whose deliveries go too. */
  webhook_ids: z.array(z.string()),
  /** When somebody last worked on it. */
  touched_at: z.string(),
});
export type FormJob = z.infer<typeof formJob>;

/** Where the work stands; what the queue carries. */
export const formJobMessage = z.object({
  form_id: z.string(),
  kind: z.enum(formJobKinds),
  version: z.int(),
  pass: z.enum(['first', 'last']),
  /** The last record that this pass is done with, when it has an order. */
  after: z.string().optional(),
});
export type FormJobMessage = z.infer<typeof formJobMessage>;

/** How far one slice of a pass came. */
export type Progress = { readonly done: true } | { readonly done: false; readonly after?: string };

export interface FormJobDeps {
  find(formId: string, kind: FormJobKind): Promise<FormJob | undefined>;
  /** Notes that somebody works on it; returns the chore, unless it is another one by now. */
  touch(of: FormJob): Promise<boolean>;
  /** Deletes the chore; false when it was made anew meanwhile. */
  finish(of: FormJob): Promise<boolean>;
  /** One slice of a pass. It ends by itself before its function's time is over. */
  work(of: FormJob, after: string | undefined): Promise<Progress>;
}

/** The chore that a change of this form calls for; `version` is that of the form after the change. */
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
 * Does one slice of a chore. Doing it twice, or by two at once, is harmless.
 * @returns the message that goes on, and after how many seconds; undefined when nothing is left to do
 */
export async function runFormJobBatch(
  message: FormJobMessage,
  ports: FormJobDeps,
): Promise<{ message: FormJobMessage; delaySeconds: number } | undefined> {
  const current = await ports.find(message.form_id, message.kind);
  if (!current) return undefined;
  const from = message.version === current.version ? message : firstMessage(current);
  if (!(await ports.touch(current))) return { message: firstMessage(current), delaySeconds: 0 };

  const progress = await ports.work(current, from.after);
  if (!progress.done) return { message: { ...from, after: progress.after }, delaySeconds: 0 };
  if (from.pass === 'first') {
    const { after: _, ...again } = from;
    return { message: { ...again, pass: 'last' }, delaySeconds: LATE_WRITES_SECONDS };
  }
  if (await ports.finish(current)) return undefined;
  return { message: firstMessage(current), delaySeconds: 0 };
}

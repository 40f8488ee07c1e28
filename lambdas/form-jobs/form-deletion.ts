/** Deletes all of a deleted form's data, over several invocations if necessary. */
import { parentsOfDelivery } from '../core/ids.ts';
import type { FormPieces } from '../core/submission-pieces.ts';
import type { FormJob, Progress } from '../forms/jobs/form-job.ts';

/** Resolves to true if nothing is left, or to false if the time ran out first. */
type IsEmpty = Promise<boolean>;
export type DeadlineCheck = () => boolean;

/**
 * Deletes a form's records. Each `remove…` function deletes records until none are left or the time runs out.
 */
export interface FormRecords {
  /** Returns the ids of a form's or account's webhooks, including recently deleted ones. */
  webhookIds(ownerId: string): Promise<string[]>;
  /**
   * Stores these webhook ids with the job. They are needed to find the deliveries after the webhooks are
   * deleted.
   */
  keepWebhookIds(job: FormJob, webhookIds: readonly string[]): Promise<void>;
  removeWebhooks(formId: string, isOutOfTime: DeadlineCheck): IsEmpty;
  removeDeliveries(webhookId: string, isOutOfTime: DeadlineCheck): IsEmpty;
  removeRecoveries(webhookId: string, isOutOfTime: DeadlineCheck): IsEmpty;
  /**
   * Deletes a form's deliveries to an account-wide webhook, but keeps the webhook.
   * @param after the last delivery already processed
   * @returns the last delivery processed before the time ran out
   */
  removeDeliveriesOfForm(
    of: { readonly webhookId: string; readonly formId: string },
    after: string | undefined,
    isOutOfTime: DeadlineCheck,
  ): Promise<string | undefined>;
  removeIdempotencyKeys(formId: string, isOutOfTime: DeadlineCheck): IsEmpty;
  /** Deletes the form's uploads and its records of files that are being stored. */
  removeUploads(formId: string, isOutOfTime: DeadlineCheck): IsEmpty;
  /** Deletes the form's records of unsubscriptions, bounces and complaints. */
  removeUnsubscriptions(formId: string, isOutOfTime: DeadlineCheck): IsEmpty;
  /** Deletes log entries of e-mails about the form's submissions. */
  removeEmails(formId: string, isOutOfTime: DeadlineCheck): IsEmpty;
  /** Deletes replies to the form's submissions. */
  removeReplies(formId: string, isOutOfTime: DeadlineCheck): IsEmpty;
  removeCounts(formId: string): IsEmpty;
  /** Deletes the form's imports, because they can contain submitted data. */
  removeImports(formId: string, isOutOfTime: DeadlineCheck): IsEmpty;
  /** Deletes the form's recurring job for weekly summaries. */
  removeSummaryJob(formId: string): IsEmpty;
  /** Deletes the search index's table items. `removeFiles` deletes its objects. */
  removeSearchIndex(form: FormPieces): IsEmpty;
  removeSubmissions(form: FormPieces, isOutOfTime: DeadlineCheck): IsEmpty;
  /**
   * Deletes the form's exports, search index objects and attachments, including attachments without a stored
   * submission.
   */
  removeFiles(formId: string, isOutOfTime: DeadlineCheck): IsEmpty;
}

/**
 * Deletes as many of the form's records as possible before the time runs out. Starts with webhooks, so that
 * no deliveries are created for submissions that are being deleted. The last pass deletes deliveries that
 * other functions stored in the meantime.
 */
export async function deleteFormRecords(
  job: FormJob,
  after: string | undefined,
  records: FormRecords,
  isOutOfTime: DeadlineCheck,
): Promise<Progress> {
  const formId = job.form_id;
  const present = await records.webhookIds(formId);
  const webhookIds = [...new Set([...job.webhook_ids, ...present])];
  if (webhookIds.length > job.webhook_ids.length) await records.keepWebhookIds(job, webhookIds);

  const steps = [
    () => records.removeWebhooks(formId, isOutOfTime),
    ...webhookIds.map((id) => () => records.removeDeliveries(id, isOutOfTime)),
    ...webhookIds.map((id) => () => records.removeRecoveries(id, isOutOfTime)),
    // Delete imports before submissions, so that a running import stops.
    () => records.removeImports(formId, isOutOfTime),
    () => records.removeIdempotencyKeys(formId, isOutOfTime),
    () => records.removeUploads(formId, isOutOfTime),
    () => records.removeUnsubscriptions(formId, isOutOfTime),
    () => records.removeSearchIndex(job),
    () => records.removeFiles(formId, isOutOfTime),
    () => records.removeEmails(formId, isOutOfTime),
    () => records.removeSubmissions(job, isOutOfTime),
    () => records.removeReplies(formId, isOutOfTime),
    () => records.removeCounts(formId),
    () => records.removeSummaryJob(formId),
  ];
  for (const step of steps) {
    if (!(await step())) return { done: false };
  }
  return removeFromAccountWebhooks(job, after, records, isOutOfTime);
}

/**
 * Deletes the form's deliveries to account-wide webhooks, but keeps the webhooks. Reads all deliveries of
 * each webhook in order, because deliveries aren't grouped by form.
 * @param after the last delivery already processed; its id contains the webhook's id
 */
async function removeFromAccountWebhooks(
  { account_id, form_id: formId }: FormJob,
  after: string | undefined,
  records: FormRecords,
  isOutOfTime: DeadlineCheck,
): Promise<Progress> {
  const from = after === undefined ? undefined : parentsOfDelivery(after)?.webhookId;
  const webhookIds = (await records.webhookIds(account_id)).toSorted();
  for (const webhookId of webhookIds.filter((id) => from === undefined || id >= from)) {
    const start = webhookId === from ? after : undefined;
    const reached = await records.removeDeliveriesOfForm({ webhookId, formId }, start, isOutOfTime);
    if (reached !== undefined) return { done: false, after: reached };
  }
  return { done: true };
}

/** Deletes everything below a deleted form, however much it is. */
import { parentsOfDelivery } from '../core/ids.ts';
import type { FormJob, Progress } from '../forms/jobs/form-job.ts';

/** True when nothing is left; false when time was up first. */
type IsEmpty = Promise<boolean>;
export type TimeIsUp = () => boolean;

/** The records of a form. Each `remove…` deletes until nothing is left or time is up. */
export interface FormRecords {
  /** Ids of the webhooks that the form still has, or that the account has for all its forms. */
  webhookIds(ownerId: string): Promise<string[]>;
  /** Stores these ids with the job: once a webhook is deleted, only its id leads to its deliveries. */
  keepWebhookIds(job: FormJob, webhookIds: readonly string[]): Promise<void>;
  removeWebhooks(formId: string, timeIsUp: TimeIsUp): IsEmpty;
  removeDeliveries(webhookId: string, timeIsUp: TimeIsUp): IsEmpty;
  removeRecoveries(webhookId: string, timeIsUp: TimeIsUp): IsEmpty;
  /**
   * Removes a form's deliveries from those of a webhook of all forms, which stays.
   * @param after the delivery to go on after
   * @returns the delivery that it came to when time was up
   */
  removeDeliveriesOfForm(
    of: { readonly webhookId: string; readonly formId: string },
    after: string | undefined,
    timeIsUp: TimeIsUp,
  ): Promise<string | undefined>;
  removeIdempotencyKeys(formId: string, timeIsUp: TimeIsUp): IsEmpty;
  /** Uploads, and notes about files that are being stored. */
  removeUploads(formId: string, timeIsUp: TimeIsUp): IsEmpty;
  /** Who unsubscribed from the form, and whose address bounced or complained. */
  removeUnsubscriptions(formId: string, timeIsUp: TimeIsUp): IsEmpty;
  /** What became of the e-mails of its submissions. */
  removeEmails(formId: string, timeIsUp: TimeIsUp): IsEmpty;
  removeCounts(formId: string): IsEmpty;
  /** The standing job of its weekly summaries. */
  removeSummaryJob(formId: string): IsEmpty;
  removeSubmissions(formId: string, timeIsUp: TimeIsUp): IsEmpty;
  /** Attachments, also those of no stored submission, and exports. */
  removeFiles(formId: string, timeIsUp: TimeIsUp): IsEmpty;
}

/**
 * Deletes what it can until time is up. Webhooks are deleted first, so that no delivery is made of submissions that are
 * being deleted; deliveries that a running attempt or fan-out still writes are found in the last pass.
 */
export async function deleteFormRecords(
  job: FormJob,
  after: string | undefined,
  records: FormRecords,
  timeIsUp: TimeIsUp,
): Promise<Progress> {
  const formId = job.form_id;
  const present = await records.webhookIds(formId);
  const webhookIds = [...new Set([...job.webhook_ids, ...present])];
  if (webhookIds.length > job.webhook_ids.length) await records.keepWebhookIds(job, webhookIds);

  const steps = [
    () => records.removeWebhooks(formId, timeIsUp),
    ...webhookIds.map((id) => () => records.removeDeliveries(id, timeIsUp)),
    ...webhookIds.map((id) => () => records.removeRecoveries(id, timeIsUp)),
    () => records.removeIdempotencyKeys(formId, timeIsUp),
    () => records.removeUploads(formId, timeIsUp),
    () => records.removeUnsubscriptions(formId, timeIsUp),
    () => records.removeFiles(formId, timeIsUp),
    () => records.removeEmails(formId, timeIsUp),
    () => records.removeSubmissions(formId, timeIsUp),
    () => records.removeCounts(formId),
    () => records.removeSummaryJob(formId),
  ];
  for (const step of steps) {
    if (!(await step())) return { done: false };
  }
  return removeFromAccountWebhooks(job, after, records, timeIsUp);
}

/**
 * The webhooks of all forms stay, without the form's deliveries. They lie between those of other forms, so this goes
 * through them in order.
 * @param after the delivery to go on after; its id tells the webhook
 */
async function removeFromAccountWebhooks(
  { account_id, form_id: formId }: FormJob,
  after: string | undefined,
  records: FormRecords,
  timeIsUp: TimeIsUp,
): Promise<Progress> {
  const from = after === undefined ? undefined : parentsOfDelivery(after)?.webhookId;
  const webhookIds = (await records.webhookIds(account_id)).toSorted();
  for (const webhookId of webhookIds.filter((id) => from === undefined || id >= from)) {
    const start = webhookId === from ? after : undefined;
    const reached = await records.removeDeliveriesOfForm({ webhookId, formId }, start, timeIsUp);
    if (reached !== undefined) return { done: false, after: reached };
  }
  return { done: true };
}

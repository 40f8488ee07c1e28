/** Deletes all data of a deleted form, whatever the amount. */
import { parentsOfDelivery } from '../core/ids.ts';
import type { FormJob, Progress } from '../forms/jobs/form-job.ts';

/** True if nothing is left; false if the time was up first. */
type IsEmpty = Promise<boolean>;
export type DeadlineCheck = () => boolean;

/** The records of a form. Each `remove…` function deletes until nothing is left or the time is up. */
export interface FormRecords {
  /** Returns the ids of the webhooks that the form still has, or of the account-wide webhooks. */
  webhookIds(ownerId: string): Promise<string[]>;
  /** Stores these ids with the job. Once a webhook is deleted, its deliveries can be found only by its id. */
  keepWebhookIds(job: FormJob, webhookIds: readonly string[]): Promise<void>;
  removeWebhooks(formId: string, timeIsUp: DeadlineCheck): IsEmpty;
  removeDeliveries(webhookId: string, timeIsUp: DeadlineCheck): IsEmpty;
  removeRecoveries(webhookId: string, timeIsUp: DeadlineCheck): IsEmpty;
  /**
   * Deletes a form's deliveries from those of an account-wide webhook, and keeps the webhook.
   * @param after the delivery after which to continue
   * @returns the last delivery that was handled before the time was up
   */
  removeDeliveriesOfForm(
    of: { readonly webhookId: string; readonly formId: string },
    after: string | undefined,
    timeIsUp: DeadlineCheck,
  ): Promise<string | undefined>;
  removeIdempotencyKeys(formId: string, timeIsUp: DeadlineCheck): IsEmpty;
  /** Uploads, and records of files that are being stored. */
  removeUploads(formId: string, timeIsUp: DeadlineCheck): IsEmpty;
  /** Addresses that unsubscribed from the form, bounced or complained. */
  removeUnsubscriptions(formId: string, timeIsUp: DeadlineCheck): IsEmpty;
  /** Log entries of the e-mails for its submissions. */
  removeEmails(formId: string, timeIsUp: DeadlineCheck): IsEmpty;
  removeCounts(formId: string): IsEmpty;
  /** The permanent job for its weekly summaries. */
  removeSummaryJob(formId: string): IsEmpty;
  removeSubmissions(formId: string, timeIsUp: DeadlineCheck): IsEmpty;
  /** Attachments, including those without a stored submission, and exports. */
  removeFiles(formId: string, timeIsUp: DeadlineCheck): IsEmpty;
}

/**
 * Deletes as much as it can before the time is up. Webhooks are deleted first, so that no delivery is created
 * for submissions that are being deleted. Deliveries that a running attempt or fan-out still writes are found
 * in the last pass.
 */
export async function deleteFormRecords(
  job: FormJob,
  after: string | undefined,
  records: FormRecords,
  timeIsUp: DeadlineCheck,
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
 * Keeps account-wide webhooks but deletes the form's deliveries from them. These are stored between those of
 * other forms, so this goes through all of them in order.
 * @param after the delivery after which to continue; its id contains the webhook
 */
async function removeFromAccountWebhooks(
  { account_id, form_id: formId }: FormJob,
  after: string | undefined,
  records: FormRecords,
  timeIsUp: DeadlineCheck,
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

/** Everything below a form that was deleted: gone in the end, however much it is. */
import type { FormJob, Progress } from './form-job.ts';

/** True when nothing is left; false when time was up first. */
type Emptied = Promise<boolean>;
export type TimeIsUp = () => boolean;

/** Where a form's records are. Each call deletes some, and goes on until nothing is left or time is up. */
export interface FormRecords {
  /** Ids of the webhooks that are there. */
  webhookIds(formId: string): Promise<string[]>;
  /** Keeps these ids on the chore: without its webhook a delivery is found by nothing else. */
  keepWebhookIds(of: FormJob, webhookIds: readonly string[]): Promise<void>;
  removeWebhooks(formId: string, timeIsUp: TimeIsUp): Emptied;
  removeDeliveries(webhookId: string, timeIsUp: TimeIsUp): Emptied;
  removeIdempotencyKeys(formId: string, timeIsUp: TimeIsUp): Emptied;
  /** Notes of files on their way. */
  removeUploads(formId: string, timeIsUp: TimeIsUp): Emptied;
  removeCounts(formId: string): Emptied;
  removeSubmissions(formId: string, timeIsUp: TimeIsUp): Emptied;
  /** Attachments, those of no stored submission among them, and exports. */
  removeFiles(formId: string, timeIsUp: TimeIsUp): Emptied;
}

/**
 * Removes what it can until time is up. Webhooks go first, so that nobody hears of submissions that are being
 * deleted; the deliveries that a running attempt or fan-out still writes are found in the last pass.
 */
export async function deleteFormRecords(
  of: FormJob,
  records: FormRecords,
  timeIsUp: TimeIsUp,
): Promise<Progress> {
  const formId = of.form_id;
  const present = await records.webhookIds(formId);
  const webhookIds = [...new Set([...of.webhook_ids, ...present])];
  if (webhookIds.length > of.webhook_ids.length) await records.keepWebhookIds(of, webhookIds);

  const steps = [
    () => records.removeWebhooks(formId, timeIsUp),
    ...webhookIds.map((id) => () => records.removeDeliveries(id, timeIsUp)),
    () => records.removeIdempotencyKeys(formId, timeIsUp),
    () => records.removeUploads(formId, timeIsUp),
    () => records.removeFiles(formId, timeIsUp),
    () => records.removeSubmissions(formId, timeIsUp),
    () => records.removeCounts(formId),
  ];
  for (const step of steps) {
    if (!(await step())) return { done: false };
  }
  return { done: true };
}

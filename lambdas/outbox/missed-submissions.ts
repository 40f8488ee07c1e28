/**
 * Finds submissions that were stored but never fanned out. Each run takes the next few webhooks and checks
 * the newest submissions of their forms. An index by time could find all submissions, but would make storing
 * each submission more expensive.
 */
import type * as z from 'zod';
import { DAY, HOUR, type Clock } from '../core/clock.ts';
import { deliveryIdOf, isFormId } from '../core/ids.ts';
import { submission } from '../submissions/submission.ts';
import type { Delivery } from '../webhooks/delivery/delivery.ts';
import { asksFor } from '../webhooks/events/asked-events.ts';
import { webhook } from '../webhooks/webhook.ts';

export const sampledWebhook = webhook.pick({
  owner_id: true,
  webhook_id: true,
  enabled: true,
  connection_id: true,
  events: true,
  updated_at: true,
});
export type SampledWebhook = z.infer<typeof sampledWebhook>;
export const sampledWebhookAttributes = sampledWebhook.keyof().options;

export const sampledSubmission = submission.pick({
  submission_id: true,
  received_at: true,
  status: true,
  imported_at: true,
  nobody_to_tell: true,
  version: true,
});
export type SampledSubmission = z.infer<typeof sampledSubmission>;
export const sampledSubmissionAttributes = ['form_id', ...sampledSubmission.keyof().options] as const;

/** Key prefix of the sweeper's items in the Counters table. */
export const SWEEP_PROGRESS = 'sweep#';

/**
 * Minimum age of the submissions to check. Deliveries of younger submissions might still be in the queue,
 * which a separate alarm monitors.
 */
const MIN_AGE = HOUR;
/**
 * Maximum age of the submissions to check. The stream drops records after a day, so an earlier run has
 * already reported older submissions.
 */
const MAX_AGE = DAY;

export interface MissedDeps {
  readonly now: Clock;
  /** Returns the next webhooks. After the last webhook, continues with the first one. */
  nextWebhooks(): Promise<readonly SampledWebhook[]>;
  /** Returns a form's newest submissions from a period, in milliseconds since the epoch. */
  newestSubmissions(formId: string, after: number, before: number): Promise<readonly SampledSubmission[]>;
  findDelivery(webhookId: string, deliveryId: string): Promise<Pick<Delivery, 'delivery_id'> | undefined>;
}

/** Returns the ids of missing deliveries. */
export function missedSubmissions({ now, nextWebhooks, newestSubmissions, findDelivery }: MissedDeps) {
  return async (): Promise<string[]> => {
    const webhooks = (await nextWebhooks()).filter(isSteady);
    const before = now() - MIN_AGE;
    const missed = await Promise.all(
      webhooks.map(async ({ owner_id, webhook_id, updated_at }) => {
        const submissions = await newestSubmissions(owner_id, before - MAX_AGE, before);
        const expected = submissions.filter((each) => isFannedOut(each) && updated_at < each.received_at);
        const ids = expected.map(({ submission_id }) => deliveryIdOf(webhook_id, submission_id));
        const found = await Promise.all(ids.map((id) => findDelivery(webhook_id, id)));
        return ids.filter((_, index) => found[index] === undefined);
      }),
    );
    return missed.flat();
  };
}

/**
 * Returns true if the webhook must have a delivery for each submission. App webhooks are excluded, because
 * they receive nothing once the connection has ended.
 */
const isSteady = (of: SampledWebhook): boolean =>
  of.enabled && isFormId(of.owner_id) && of.connection_id === undefined && asksFor(of, 'submission.created');

/**
 * Returns true if the submission must have been fanned out. A submission that has a version was changed, so
 * it might have been spam when it arrived.
 */
const isFannedOut = ({ status, imported_at, nobody_to_tell, version }: SampledSubmission): boolean =>
  status === 'received' && imported_at === undefined && nobody_to_tell === undefined && version === undefined;

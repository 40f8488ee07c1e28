/**
 * Creates the deliveries of one accepted submission: one for each webhook that is enabled, and a message for each.
 */
import type { Clock } from '../../core/clock.ts';
import { newDelivery, type Delivery } from './delivery.ts';
import { reopen } from './delivery-state.ts';
import type { Webhook } from '../webhook.ts';
import { memoize } from '../../core/memoize.ts';

export interface FanOutDeps {
  readonly now: Clock;
  readonly maxAttempts: number;
  listWebhooks(formId: string): Promise<readonly Webhook[]>;
  /** False when it exists already; then it stays as it is. */
  createDelivery(of: Delivery): Promise<boolean>;
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Compare and swap: undefined, and nothing stored, when another writer came first. */
  replaceDelivery(before: Delivery, after: Delivery): Promise<Delivery | undefined>;
  /** Puts a message for each of these deliveries on the queue. */
  queue(deliveryIds: readonly string[]): Promise<void>;
}

/** A record of the stream of submissions. */
export interface SubmissionEvent {
  readonly event: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly keys: { readonly form_id: string; readonly submission_id: string };
}

/** A submission that was accepted: when it was posted, or when it was released from spam. */
export interface AcceptedSubmission {
  readonly form_id: string;
  readonly submission_id: string;
  readonly released: boolean;
}

/**
 * Creates a delivery for each webhook that is enabled now and queues it. May be repeated: a delivery that exists
 * is only queued again, and an attempt that was made is not made again.
 */
export async function createDeliveries(
  { form_id, submission_id, released }: AcceptedSubmission,
  deps: FanOutDeps,
): Promise<void> {
  const enabled = (await deps.listWebhooks(form_id)).filter((webhook) => webhook.enabled);
  const deliveries = enabled.map(({ webhook_id }) => newDelivery(webhook_id, submission_id, deps.now()));
  await Promise.all(
    deliveries.map(async (delivery) => {
      const isNew = await deps.createDelivery(delivery);
      if (!isNew && released) await reopenStored(delivery, deps);
    }),
  );
  if (deliveries.length > 0) await deps.queue(deliveries.map(({ delivery_id }) => delivery_id));
}

/**
 * Creates and queues the deliveries for the records of one batch of the stream of submissions. All of them were
 * stored before the first is handled, so the webhooks of a form are read once for the whole batch. The same record
 * may come again: delivery ids derive from submission and webhook, so no delivery is created twice (invariant 2).
 */
export function fanOut(deps: FanOutDeps) {
  const listWebhooks = memoize((formId: string) => deps.listWebhooks(formId));
  return ({ event, keys }: SubmissionEvent): Promise<void> =>
    // The stream's filter lets no other change of an item through than its release from spam.
    createDeliveries({ ...keys, released: event === 'MODIFY' }, { ...deps, listWebhooks });
}

/** Reopens a delivery that was given up because its submission was marked as spam in the meantime. */
async function reopenStored(
  { webhook_id, delivery_id }: Delivery,
  { now, maxAttempts, findDelivery, replaceDelivery }: FanOutDeps,
): Promise<void> {
  for (;;) {
    const stored = await findDelivery(webhook_id, delivery_id);
    const reopened = stored && reopen(stored, now(), { maxAttempts });
    if (!reopened || reopened === stored || (await replaceDelivery(stored, reopened))) return;
  }
}

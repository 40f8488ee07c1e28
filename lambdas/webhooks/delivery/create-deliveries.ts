/**
 * Creates the deliveries of one accepted submission: one for each enabled webhook of its form and of its
 * account, and a message for each.
 */
import type { Clock } from '../../core/clock.ts';
import { newDelivery, type Delivery } from './delivery.ts';
import { reopen } from './delivery-state.ts';
import type { Webhook } from '../webhook.ts';
import { memoize } from '../../core/memoize.ts';

export interface FanOutDeps {
  readonly now: Clock;
  readonly maxAttempts: number;
  /** The webhooks of a form, or those of all forms of an account. */
  listWebhooks(ownerId: string): Promise<readonly Webhook[]>;
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
  readonly after?: { readonly account_id: string } | undefined;
}

/** A submission that was accepted: when it was posted, or when it was released from spam. */
export interface AcceptedSubmission {
  readonly account_id: string;
  readonly form_id: string;
  readonly submission_id: string;
  readonly released: boolean;
}

/**
 * Creates a delivery for each webhook that is enabled now and queues it. May be repeated: a delivery that exists
 * is only queued again, and an attempt that was made is not made again.
 */
export async function createDeliveries(
  { account_id, form_id, submission_id, released }: AcceptedSubmission,
  deps: FanOutDeps,
): Promise<void> {
  const lists = await Promise.all([deps.listWebhooks(form_id), deps.listWebhooks(account_id)]);
  const enabled = lists.flat().filter((webhook) => webhook.enabled);
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
 * stored before the first is handled, so the webhooks of a form and of an account are read once for the whole batch. The
 * same record may come again: delivery ids derive from submission and webhook, so no delivery is created twice (invariant 2).
 */
export function fanOut(deps: FanOutDeps) {
  const listWebhooks = memoize((ownerId: string) => deps.listWebhooks(ownerId));
  return async ({ event, keys, after }: SubmissionEvent): Promise<void> => {
    if (!after) return;
    // The stream's filter lets no other change of an item through than its release from spam.
    const released = event === 'MODIFY';
    await createDeliveries({ ...keys, account_id: after.account_id, released }, { ...deps, listWebhooks });
  };
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

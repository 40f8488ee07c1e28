/**
 * Starts the deliveries of one accepted submission: queues a message for each enabled webhook of its form and
 * of its account. A delivery is stored when its first attempt is claimed. For a submission that was released
 * from spam, it may exist already and is stored here.
 */
import type { Clock } from '../core/clock.ts';
import { newDelivery, type Delivery } from '../webhooks/delivery/delivery.ts';
import { reopen } from '../webhooks/delivery/delivery-state.ts';
import {
  firstAttemptOf,
  type FannedOutSubmission,
  type FirstAttempt,
} from '../webhooks/delivery/first-attempt.ts';
import { deliveryIdOf } from '../core/ids.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { memoize } from '../core/memoize.ts';

export interface FanOutDeps {
  readonly now: Clock;
  readonly maxAttempts: number;
  /** Lists the webhooks of a form, or the account-wide webhooks of an account. */
  listWebhooks(ownerId: string): Promise<readonly Webhook[]>;
  /** Returns false, and leaves the delivery unchanged, if it already exists. */
  createDelivery(of: Delivery): Promise<boolean>;
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Compare and swap: stores nothing and returns undefined when another writer came first. */
  replaceDelivery(before: Delivery, after: Delivery): Promise<Delivery | undefined>;
  /**
   * Queues a message for each of these deliveries.
   * @param first for deliveries that are not stored yet
   */
  queue(deliveryIds: readonly string[], first?: FirstAttempt): Promise<void>;
}

/** A record of the stream of submissions. */
export interface SubmissionEvent {
  readonly event: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly after?: FannedOutSubmission | undefined;
}

/** A submission that was accepted, either when it was posted or when it was released from spam. */
export type AcceptedSubmission = FannedOutSubmission & { readonly released: boolean };

/**
 * Queues a delivery for each webhook that is enabled now. Safe to repeat: attempts that were already made are
 * not made again.
 */
export async function createDeliveries(accepted: AcceptedSubmission, deps: FanOutDeps): Promise<void> {
  const { account_id, form_id, submission_id, released } = accepted;
  // What was true when the submission was posted may have changed by the time it is released.
  const hasNoneOfAccount = accepted.no_account_webhooks === true && !released;
  const owners = hasNoneOfAccount ? [form_id] : [form_id, account_id];
  const lists = await Promise.all(owners.map((ownerId) => deps.listWebhooks(ownerId)));
  const webhookIds = lists.flatMap((list) =>
    list.filter(({ enabled }) => enabled).map((each) => each.webhook_id),
  );
  if (webhookIds.length === 0) return;
  const now = deps.now();
  if (released) {
    await Promise.all(
      webhookIds.map(async (webhookId) => {
        const created = newDelivery(webhookId, submission_id, now);
        if (!(await deps.createDelivery(created))) await reopenStored(created, deps);
      }),
    );
  }
  await deps.queue(
    webhookIds.map((webhookId) => deliveryIdOf(webhookId, submission_id)),
    released ? undefined : firstAttemptOf(accepted, now),
  );
}

/**
 * Queues deliveries for one batch of records from the stream of submissions. All submissions of a batch were
 * stored before the first record is handled, so the webhooks of a form and of an account are read only once
 * per batch. Delivery ids derive from the submission and the webhook, so a repeated record creates no second
 * delivery (invariant 2).
 */
export function fanOut(deps: FanOutDeps) {
  const listWebhooks = memoize((ownerId: string) => deps.listWebhooks(ownerId));
  return async ({ event, after }: SubmissionEvent): Promise<void> => {
    if (!after) return;
    // The stream's filter passes only one kind of change to an existing item: its release from spam.
    const released = event === 'MODIFY';
    await createDeliveries({ ...after, released }, { ...deps, listWebhooks });
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

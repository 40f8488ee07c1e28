/**
 * Records the outcome of a request. If the delivery has ended, also updates its endpoint's health. If the
 * table can't be written, passes the outcome to the queue, so that a request that the receiver has already
 * handled isn't sent again.
 */
import type { Clock } from '../../core/clock.ts';
import { parentsOfDelivery } from '../../core/ids.ts';
import {
  changesEndpointHealth,
  updateEndpointHealth,
  type EndpointHealthDeps,
} from '../endpoint-health/endpoint-health.ts';
import { isSpanOpen } from '../endpoint-health/failure-span.ts';
import type { SigningWebhook, Webhook } from '../webhook.ts';
import { isFinal, type AttemptOutcome, type Delivery, type UnrecordedOutcome } from './delivery.ts';
import { progressOf, recordResult, type AttemptConfig, type DeliveryProgress } from './delivery-state.ts';
import { cancelCheck, scheduleCheck } from './overdue-index.ts';

export interface RecordDeps extends EndpointHealthDeps {
  readonly now: Clock;
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Replaces the delivery unless it has changed since it was read. Returns undefined if it has changed. */
  replaceDelivery(before: Delivery, after: Delivery): Promise<Delivery | undefined>;
  /**
   * Replaces the delivery and counts its failure in the webhook's failing span. Returns false if the delivery
   * or the span has changed.
   */
  countFailure(before: Delivery, after: Delivery, of: Webhook): Promise<boolean>;
  /** Keeps an outcome in the queue until `recordLateOutcome` records it. */
  handOver(outcome: UnrecordedOutcome): Promise<void>;
}

export interface DeliveryConfig extends AttemptConfig {
  /** Number of days without a success after which a webhook is disabled. 0 means never. */
  readonly disableAfterDays: number;
}

/**
 * Records the outcome of request number `attempt`. If recording fails, passes the outcome to the queue.
 * @returns the delivery as stored, or undefined if it was deleted or its outcome is in the queue
 * @throws AggregateError if the outcome could neither be recorded nor queued
 */
export async function recordOrHandOver(
  delivery: Delivery,
  attempt: number,
  outcome: AttemptOutcome,
  webhook: SigningWebhook,
  deps: RecordDeps,
  config: DeliveryConfig,
): Promise<Delivery | undefined> {
  try {
    return await record(delivery, attempt, outcome, webhook, deps, config);
  } catch (cause) {
    await deps.handOver({ delivery_id: delivery.delivery_id, attempt, outcome }).catch((error: unknown) => {
      throw new AggregateError([cause, error], 'Could neither record nor queue the outcome');
    });
    return undefined;
  }
}

/** Records an outcome from the queue. Safe to repeat. */
export async function recordLateOutcome(
  { delivery_id, attempt, outcome }: UnrecordedOutcome,
  deps: RecordDeps,
  config: DeliveryConfig,
): Promise<DeliveryProgress> {
  const parents = parentsOfDelivery(delivery_id);
  if (!parents) return { kind: 'finished' };
  const [stored, webhook] = await Promise.all([
    deps.findDelivery(parents.webhookId, delivery_id),
    deps.findWebhook(parents.ownerId, parents.webhookId),
  ]);
  const saved = stored && (await record(stored, attempt, outcome, webhook, deps, config));
  return saved ? finishAndReport(saved, parents.ownerId, deps, config) : { kind: 'finished' };
}

/** Adds the outcome to the currently stored delivery so that concurrent changes are kept. */
async function record(
  known: Delivery,
  attempt: number,
  outcome: AttemptOutcome,
  webhook: SigningWebhook | undefined,
  deps: RecordDeps,
  config: DeliveryConfig,
): Promise<Delivery | undefined> {
  let current: Delivery | undefined = known;
  while (current) {
    const after = recordResult(current, attempt, outcome, deps.now(), config);
    if (after === current) return current;
    const saved = await deps.replaceDelivery(current, withCheck(current, after, webhook, deps.now()));
    if (saved) return saved;
    current = await deps.findDelivery(current.webhook_id, current.delivery_id);
  }
  return undefined;
}

/**
 * Keeps a delivery that ends with this write in the overdue index until its endpoint's health is updated. If
 * this function crashes, the sweeper updates the health. A delivery that ended earlier and is still in the
 * index also stays there.
 */
function withCheck(
  before: Delivery,
  after: Delivery,
  webhook: SigningWebhook | undefined,
  now: number,
): Delivery {
  const endsNow = after.status === 'succeeded' || (after.status === 'failed' && !isFinal(before));
  if (!endsNow) return after;
  const isUnfinished = isFinal(before) && before.check_at !== undefined;
  return isUnfinished || changesEndpointHealth(after, webhook)
    ? scheduleCheck(after, now)
    : cancelCheck(after);
}

/** Calls `finish` for a stored delivery, and returns the delivery's state. */
export async function finishAndReport(
  stored: Delivery,
  ownerId: string,
  deps: RecordDeps,
  config: DeliveryConfig,
): Promise<DeliveryProgress> {
  await finish(stored, ownerId, deps, config);
  return progressOf(stored, deps.now());
}

/**
 * Updates the endpoint's health for a delivery that has ended, and then removes the delivery from the overdue
 * index. Does nothing if the delivery hasn't ended or has already left the index.
 */
export async function finish(
  ended: Delivery,
  ownerId: string,
  deps: RecordDeps,
  { disableAfterDays }: Pick<DeliveryConfig, 'disableAfterDays'>,
): Promise<void> {
  if (!isFinal(ended) || ended.check_at === undefined) return;
  const webhook = await updateEndpointHealth(ended, ownerId, deps, { now: deps.now(), disableAfterDays });
  // If the delivery has changed, for example because of a replay, it stays in the index and the sweeper
  // finishes it.
  if (webhook && isNewFailure(ended, webhook)) await deps.countFailure(ended, cancelCheck(ended), webhook);
  else await deps.replaceDelivery(ended, cancelCheck(ended));
}

/** Returns true if a failed delivery isn't counted in the webhook's open failing span yet. */
export const isNewFailure = (failed: Delivery, webhook: Webhook): boolean =>
  isSpanOpen(webhook) && failed.failure_id !== webhook.failure_id;

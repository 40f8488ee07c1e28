/** Notifies account-wide webhooks when a delivery fails after its last attempt. */
import type { Clock } from '../../core/clock.ts';
import { parentsOfDelivery } from '../../core/ids.ts';
import type { DeliveryFailureFacts } from '../../submissions/events/event-views.ts';
import { asksFor } from '../events/asked-events.ts';
import type { Webhook } from '../webhook.ts';
import { newOccasionDelivery, type Delivery } from './delivery.ts';

export type TellFailure = (failed: Delivery, accountId: string) => Promise<void>;

interface Deps {
  readonly now: Clock;
  /** Returns true if one of the account's webhooks might subscribe to failed deliveries. */
  asksForFailures(accountId: string): Promise<boolean>;
  listWebhooks(ownerId: string): Promise<readonly Webhook[]>;
  createDelivery(of: Delivery): Promise<boolean>;
  queue(deliveryIds: readonly string[]): Promise<void>;
}

/**
 * Stores and queues a delivery for each other webhook that subscribes to failed deliveries. If one of these
 * deliveries fails, no further event is sent. Safe to repeat.
 */
export function failureTeller({
  now,
  asksForFailures,
  listWebhooks,
  createDelivery,
  queue,
}: Deps): TellFailure {
  return async (failed, accountId) => {
    const { delivery_id, webhook_id, submission_id, attempts, last_error, event } = failed;
    const form_id = parentsOfDelivery(delivery_id)?.formId;
    if (event === 'delivery.failed' || submission_id === null || form_id === undefined) return;
    if (!(await asksForFailures(accountId))) return;
    const asking = (await listWebhooks(accountId)).filter(
      (each) => each.enabled && each.webhook_id !== webhook_id && asksFor(each, 'delivery.failed'),
    );
    if (asking.length === 0) return;
    const facts: DeliveryFailureFacts = {
      delivery_id,
      webhook_id,
      submission_id,
      form_id,
      attempts,
      last_error,
    };
    const told = {
      event: 'delivery.failed',
      facts,
      occasion: { kind: 'failure', deliveryId: delivery_id, attempts },
    } as const;
    const deliveries = asking.map((each) => newOccasionDelivery(each.webhook_id, submission_id, told, now()));
    await Promise.all(deliveries.map(createDelivery));
    await queue(deliveries.map((each) => each.delivery_id));
  };
}

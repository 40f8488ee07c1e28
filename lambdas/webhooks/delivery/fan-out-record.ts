/**
 * From the stream of stored submissions to one delivery for each enabled webhook. The same record may come
 * several times: the delivery's id derives from submission and webhook, so it is made once, and a message
 * that is queued twice is attempted once.
 */
import { deliveryQueue } from './delivery-queue.ts';
import { deliveryStore } from './delivery-store.ts';
import { documentClient } from '../../aws/dynamodb.ts';
import { webhookStore } from '../webhook-store.ts';
import { createDeliveries, type FanOutDeps } from './fan-out.ts';
import { memoize } from '../../core/memoize.ts';
import { readEnvironment } from '../../environment.ts';
import type { SubmissionChange } from '../../submissions/submission-stream.ts';

/**
 * Makes the deliveries of an accepted submission and queues their first attempts. For the records of one batch: they were
 * stored before the first is handled, so what is read of their form is read once.
 */
export function fanOut(ports: FanOutDeps) {
  const listWebhooks = memoize((formId: string) => ports.listWebhooks(formId));
  return ({ event, keys }: Pick<SubmissionChange, 'event' | 'keys'>): Promise<void> =>
    // The stream's filter lets no other change of an item through than the release of spam.
    createDeliveries({ ...keys, released: event === 'MODIFY' }, { ...ports, listWebhooks });
}

/** The ports of fan-out, out of this function's environment. */
export function fanOutDeps(): FanOutDeps {
  const environment = readEnvironment(
    'WEBHOOKS_TABLE',
    'DELIVERIES_TABLE',
    'DELIVERIES_QUEUE_URL',
    'WEBHOOK_MAX_ATTEMPTS',
  );
  const db = documentClient();
  const deliveries = deliveryStore(db, environment.DELIVERIES_TABLE);
  return {
    now: Date.now,
    maxAttempts: environment.WEBHOOK_MAX_ATTEMPTS,
    listWebhooks: webhookStore(db, environment.WEBHOOKS_TABLE).list,
    createDelivery: deliveries.create,
    findDelivery: deliveries.find,
    replaceDelivery: deliveries.replace,
    queue: deliveryQueue(environment.DELIVERIES_QUEUE_URL).add,
  };
}

/** Connects the webhook fan-out to this function's tables and queue. */
import { documentClient, hotPathClients } from '../aws/clients/dynamodb-client.ts';
import { emailRecipientStore } from '../emails/email-form-store.ts';
import { readEnvironment } from '../environment.ts';
import { deliveryQueue } from '../webhooks/delivery/delivery-queue.ts';
import { deliveryStore } from '../webhooks/delivery/delivery-store.ts';
import { webhookStore } from '../webhooks/webhook-store.ts';
import type { FanOutDeps } from './create-deliveries.ts';

/**
 * Returns the dependencies of the webhook fan-out, which creates and queues deliveries but doesn't send
 * anything.
 */
export function fanOutDeps(
  db = documentClient(),
): FanOutDeps & { findForm: ReturnType<typeof emailRecipientStore>['find'] } {
  const environment = readEnvironment(
    'WEBHOOKS_TABLE',
    'DELIVERIES_TABLE',
    'FORMS_TABLE',
    'DELIVERIES_QUEUE_URL',
    'WEBHOOK_MAX_ATTEMPTS',
  );
  const deliveries = deliveryStore(hotPathClients(db), environment.DELIVERIES_TABLE);
  return {
    now: Date.now,
    maxAttempts: environment.WEBHOOK_MAX_ATTEMPTS,
    listWebhooks: webhookStore(db, environment.WEBHOOKS_TABLE).list,
    createDelivery: deliveries.create,
    findDelivery: deliveries.find,
    replaceDelivery: deliveries.replace,
    withhold: deliveries.withhold,
    findForm: emailRecipientStore(db, environment.FORMS_TABLE).find,
    queue: deliveryQueue(environment.DELIVERIES_QUEUE_URL).add,
  };
}

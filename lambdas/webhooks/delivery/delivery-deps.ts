/** What every function that sends webhooks is made of: on the queue, on the ladder, and when somebody asks. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { deliveryQueue } from './delivery-queue.ts';
import { deliveryStore } from './delivery-store.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { addEmail } from '../../emails/email-queue.ts';
import { signingWebhookStore, endpointHealthStore } from '../signing-webhook-store.ts';
import { submissionStore } from '../../submissions/submission-store.ts';
import { createWebhookSender } from '../sender/webhook-sender.ts';
import { URL_RULES_VARIABLES, webhookUrlRules } from '../webhook-url-config.ts';
import type { AttemptDeps, DeliveryConfig } from './attempt.ts';
import { readEnvironment, readIfGiven } from '../../environment.ts';

/** The ports and rules of attempts, out of this function's environment. */
export function deliveryDeps(db: DocumentClient): { ports: AttemptDeps; rules: DeliveryConfig } {
  const environment = readEnvironment(
    ...URL_RULES_VARIABLES,
    'DELIVERIES_TABLE',
    'SUBMISSIONS_TABLE',
    'WEBHOOKS_TABLE',
    'DELIVERIES_QUEUE_URL',
    'WEBHOOK_DEADLINE_MS',
    'WEBHOOK_MAX_ATTEMPTS',
    'RETRY_WAITS_SECONDS',
    'DISABLE_FAILING_AFTER_DAYS',
  );
  const deliveries = deliveryStore(db, environment.DELIVERIES_TABLE);
  const sender = createWebhookSender({
    ...webhookUrlRules(environment),
    deadlineMs: environment.WEBHOOK_DEADLINE_MS,
  });
  return {
    ports: {
      now: Date.now,
      baseUrl: environment.BASE_URL,
      pause: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
      newClaim: randomUUID,
      findDelivery: deliveries.find,
      replaceDelivery: deliveries.replace,
      findWebhook: signingWebhookStore(db, environment.WEBHOOKS_TABLE).find,
      findSubmission: submissionStore(db, environment.SUBMISSIONS_TABLE).find,
      send: sender.send,
      handOver: deliveryQueue(environment.DELIVERIES_QUEUE_URL).handOver,
      health: endpointHealthStore(db, environment.WEBHOOKS_TABLE),
      notify: addEmail(readIfGiven('EMAILS_QUEUE_URL')),
    },
    rules: {
      deadlineMs: environment.WEBHOOK_DEADLINE_MS,
      maxAttempts: environment.WEBHOOK_MAX_ATTEMPTS,
      retryWaitsSeconds: environment.RETRY_WAITS_SECONDS,
      disableAfterDays: environment.DISABLE_FAILING_AFTER_DAYS,
    },
  };
}

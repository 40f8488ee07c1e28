/** What the two functions that send webhooks are made of. */
import { deliveryStore } from '../adapters/delivery-store.ts';
import { dynamoDocuments } from '../adapters/dynamodb.ts';
import { submissionStore } from '../adapters/submission-store.ts';
import { createWebhookSender } from '../adapters/webhook-sender.ts';
import { signingWebhooks } from '../adapters/webhook-store.ts';
import type { AttemptPorts, AttemptRules } from '../domain/attempt.ts';
import { readEnvironment } from '../environment.ts';

/** The ports and rules of attempts, out of this function's environment. */
export function attemptParts(): { ports: AttemptPorts; rules: AttemptRules } {
  const environment = readEnvironment(
    'BASE_URL',
    'DELIVERIES_TABLE',
    'SUBMISSIONS_TABLE',
    'WEBHOOKS_TABLE',
    'ALLOW_HTTP_WEBHOOKS',
    'ALLOW_PRIVATE_WEBHOOK_TARGETS',
    'WEBHOOK_DEADLINE_MS',
    'WEBHOOK_MAX_ATTEMPTS',
    'RETRY_WAITS_SECONDS',
  );
  const db = dynamoDocuments();
  const deliveries = deliveryStore(db, environment.DELIVERIES_TABLE);
  const sender = createWebhookSender({
    allowHttp: environment.ALLOW_HTTP_WEBHOOKS,
    allowPrivateTargets: environment.ALLOW_PRIVATE_WEBHOOK_TARGETS,
    ownHosts: [new URL(environment.BASE_URL).hostname],
    deadlineMs: environment.WEBHOOK_DEADLINE_MS,
  });
  return {
    ports: {
      now: Date.now,
      baseUrl: environment.BASE_URL,
      findDelivery: deliveries.find,
      replaceDelivery: deliveries.replace,
      findWebhook: signingWebhooks(db, environment.WEBHOOKS_TABLE).find,
      findSubmission: submissionStore(db, environment.SUBMISSIONS_TABLE).find,
      send: sender.send,
    },
    rules: {
      deadlineMs: environment.WEBHOOK_DEADLINE_MS,
      maxAttempts: environment.WEBHOOK_MAX_ATTEMPTS,
      retryWaitsSeconds: environment.RETRY_WAITS_SECONDS,
    },
  };
}

/** Creates the dependencies of functions that send webhook requests, from their environment variables. */
import { Logger } from '@aws-lambda-powertools/logger';
import { hotPathClients } from '../../aws/clients/dynamodb-client.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { accountStatusStore, type AccountStatus } from '../../accounts/account-status-store.ts';
import { FAILED_DELIVERIES } from '../../core/event-owners.ts';
import { webhookStore } from '../webhook-store.ts';
import { failureTeller } from './tell-failure.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { deliveryStore } from './delivery-store.ts';
import { loggedAttempts } from './logged-attempts.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { addEmail } from '../../aws/email-queue.ts';
import { endpointHealthStore } from '../endpoint-health/endpoint-health-store.ts';
import { failureCountStore } from '../endpoint-health/failure-count-store.ts';
import { recoveryQueue } from '../recovery/recovery-queue.ts';
import { liveWebhookStore } from '../apps/live-webhook-store.ts';
import { submissionStore } from '../../submissions/submission-store.ts';
import { createWebhookSender } from '../sender/webhook-sender.ts';
import { WEBHOOK_URL_VARIABLES, webhookUrlConfig } from '../webhook-deps.ts';
import type { DeliveryDeps } from './run-delivery.ts';
import type { DeliveryConfig } from './record-outcome.ts';
import { readEnvironment, readIfGiven } from '../../environment.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Checks whether accounts are suspended. Also caches whether an account's webhooks subscribe to failed
 * deliveries, so that a failure doesn't need an extra read.
 */
function accountEvents({ statusOf }: AccountStatus) {
  const known = new Map<string, boolean>();
  const read = async (accountId: string): Promise<boolean> => {
    const { isSuspended, eventOwners } = await statusOf(accountId);
    known.set(accountId, eventOwners?.has(FAILED_DELIVERIES) === true);
    return isSuspended;
  };
  return {
    isSuspended: read,
    async asksForFailures(accountId: string): Promise<boolean> {
      if (!known.has(accountId)) await read(accountId);
      return known.get(accountId) === true;
    },
  };
}

/** Returns the dependencies and settings for making attempts. */
export function deliveryDeps(db: DocumentClient): { deps: DeliveryDeps; config: DeliveryConfig } {
  const environment = readEnvironment(
    ...WEBHOOK_URL_VARIABLES,
    'ACCOUNTS_TABLE',
    'API_KEYS_TABLE',
    'CONNECTIONS_TABLE',
    'DELIVERIES_TABLE',
    'FORMS_TABLE',
    'MEMBERS_TABLE',
    'OAUTH_CLIENTS_TABLE',
    'RECOVERIES_QUEUE_URL',
    'RECOVERIES_TABLE',
    'SUBMISSIONS_TABLE',
    'WEBHOOKS_TABLE',
    'DELIVERIES_QUEUE_URL',
    'WEBHOOK_DEADLINE_MS',
    'WEBHOOK_MAX_ATTEMPTS',
    'RETRY_WAITS_SECONDS',
    'DISABLE_FAILING_AFTER_DAYS',
  );
  const clients = hotPathClients(db);
  const deliveries = deliveryStore(clients, environment.DELIVERIES_TABLE);
  const queue = deliveryQueue(environment.DELIVERIES_QUEUE_URL);
  const { isSuspended, asksForFailures } = accountEvents(accountStatusStore(db, environment.ACCOUNTS_TABLE));
  const sender = createWebhookSender({
    ...webhookUrlConfig(environment),
    deadlineMs: environment.WEBHOOK_DEADLINE_MS,
  });
  return {
    deps: {
      now: Date.now,
      baseUrl: environment.BASE_URL,
      pause: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
      newClaim: randomUUID,
      createDelivery: deliveries.create,
      findDelivery: deliveries.find,
      replaceDelivery: deliveries.replace,
      findWebhook: liveWebhookStore(clients, {
        accounts: environment.ACCOUNTS_TABLE,
        apiKeys: environment.API_KEYS_TABLE,
        connections: environment.CONNECTIONS_TABLE,
        forms: environment.FORMS_TABLE,
        members: environment.MEMBERS_TABLE,
        oauthClients: environment.OAUTH_CLIENTS_TABLE,
        webhooks: environment.WEBHOOKS_TABLE,
      }).find,
      findSubmission: submissionStore(db, environment.SUBMISSIONS_TABLE).find,
      isSuspended,
      send: loggedAttempts(sender.send, (message, line) => logger.info(message, { ...line })),
      handOver: queue.handOver,
      health: endpointHealthStore(db, {
        webhooks: environment.WEBHOOKS_TABLE,
        recoveries: environment.RECOVERIES_TABLE,
      }),
      countFailure: failureCountStore(db, {
        deliveries: environment.DELIVERIES_TABLE,
        webhooks: environment.WEBHOOKS_TABLE,
      }).countFailure,
      queueProbes: (webhookId) => queue.add([webhookId]),
      startRecovery: recoveryQueue(environment.RECOVERIES_QUEUE_URL).startDue,
      tellFailure: failureTeller({
        now: Date.now,
        asksForFailures,
        listWebhooks: webhookStore(db, environment.WEBHOOKS_TABLE).list,
        createDelivery: deliveries.create,
        queue: queue.add,
      }),
      sendOwnerEmail: addEmail(readIfGiven('EMAILS_QUEUE_URL')),
    },
    config: {
      deadlineMs: environment.WEBHOOK_DEADLINE_MS,
      maxAttempts: environment.WEBHOOK_MAX_ATTEMPTS,
      retryWaitsSeconds: environment.RETRY_WAITS_SECONDS,
      random: Math.random,
      disableAfterDays: environment.DISABLE_FAILING_AFTER_DAYS,
    },
  };
}

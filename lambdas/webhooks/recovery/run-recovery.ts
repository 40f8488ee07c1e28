/** Runs recoveries in steps. Each message in the queue requests one step, or the start of a recovery. */
import * as z from 'zod';
import { accountStatusStore } from '../../accounts/account-status-store.ts';
import { auditLog } from '../../audit/audit-log-store.ts';
import { documentClient, hotPathClients } from '../../aws/clients/dynamodb-client.ts';
import { sqsHandler } from '../../aws/event-sources/sqs-handler.ts';
import { SERVICE_ACTOR } from '../../core/caller.ts';
import { ownerIdOfWebhook, webhookIdOfRecovery } from '../../core/ids.ts';
import { systemRandom } from '../../core/random.ts';
import { readEnvironment } from '../../environment.ts';
import { deliveryQueue } from '../delivery/delivery-queue.ts';
import { deliveryStore } from '../delivery/delivery-store.ts';
import { webhookStore } from '../webhook-store.ts';
import { failedDeliveryStore } from './failed-delivery-store.ts';
import { recoveryQueue } from './recovery-queue.ts';
import {
  dueMessage,
  PAUSE_SECONDS,
  recoveryMessage,
  runRecoveryStep,
  type DueMessage,
  type RecoveryDeps,
  type RecoveryMessage,
} from './recovery-step.ts';
import { startDueRecovery, type StartDeps } from './start-due-recovery.ts';
import { submissionStatusStore } from './submission-status-store.ts';
import { recoveryStore } from './recovery-store.ts';
import type { Recovery, StopReason } from './recovery.ts';

interface Deps {
  readonly recoveries: RecoveryDeps;
  readonly queue: Pick<ReturnType<typeof recoveryQueue>, 'send'>;
  readonly starts: StartDeps;
}

/**
 * Returns a function that runs a step and queues the next one, unless the recovery is complete. If the
 * message is about a webhook, starts its due recovery.
 */
export function runRecovery({ recoveries, queue, starts }: Deps) {
  return async (message: RecoveryMessage | DueMessage): Promise<void> => {
    if ('webhook_id' in message) return startDueRecovery(message.webhook_id, starts);
    const next = await runRecoveryStep(message, recoveries);
    if (next) return queue.send(next, PAUSE_SECONDS);
    // Start the webhook's due recovery, which has to wait until the running recovery has ended.
    await startDueRecovery(webhookIdOfRecovery(message.recovery_id) ?? '', starts);
  };
}

/**
 * Creates a function that returns the reason to stop a recovery, or undefined if its webhook can receive
 * deliveries.
 */
export function recoveryObstacle({
  findWebhook,
  isSuspended,
}: {
  findWebhook: ReturnType<typeof webhookStore>['find'];
  isSuspended(accountId: string): Promise<boolean>;
}) {
  return async ({ webhook_id, account_id }: Recovery): Promise<StopReason | undefined> => {
    const [webhook, suspended] = await Promise.all([
      findWebhook(ownerIdOfWebhook(webhook_id) ?? '', webhook_id),
      isSuspended(account_id),
    ]);
    if (!webhook) return 'webhook-deleted';
    if (suspended) return 'account-suspended';
    return webhook.enabled ? undefined : 'webhook-disabled';
  };
}

const environment = readEnvironment(
  'ACCOUNTS_TABLE',
  'AUDIT_EVENTS_TABLE',
  'DELIVERIES_QUEUE_URL',
  'DELIVERIES_TABLE',
  'RECOVERIES_QUEUE_URL',
  'RECOVERIES_TABLE',
  'SUBMISSIONS_TABLE',
  'WEBHOOKS_TABLE',
);
const db = documentClient();
const deliveries = deliveryStore(hotPathClients(db), environment.DELIVERIES_TABLE);
const stored = recoveryStore(db, environment.RECOVERIES_TABLE);

const webhooks = webhookStore(db, environment.WEBHOOKS_TABLE);
const failed = failedDeliveryStore(db, environment.DELIVERIES_TABLE);
const queue = recoveryQueue(environment.RECOVERIES_QUEUE_URL);
const audit = auditLog(db, environment.AUDIT_EVENTS_TABLE, Date.now, systemRandom);

const handle = runRecovery({
  recoveries: {
    now: Date.now,
    find: stored.find,
    replace: stored.replace,
    stopReasonOf: recoveryObstacle({
      findWebhook: webhooks.find,
      isSuspended: accountStatusStore(db, environment.ACCOUNTS_TABLE).isSuspended,
    }),
    failed: failed.page,
    findDelivery: deliveries.find,
    replaceDelivery: deliveries.replace,
    statuses: submissionStatusStore(db, environment.SUBMISSIONS_TABLE).statuses,
    queue: deliveryQueue(environment.DELIVERIES_QUEUE_URL).add,
  },
  queue,
  starts: {
    now: Date.now,
    random: systemRandom,
    findDue: stored.findDue,
    isEnabled: async (webhookId) =>
      (await webhooks.find(ownerIdOfWebhook(webhookId) ?? '', webhookId))?.enabled === true,
    dropDue: stored.dropDue,
    createDue: (created, due) => {
      const { account_id, webhook_id } = created;
      const source = { account_id, actor: SERVICE_ACTOR, request_id: null, ip: null };
      const change = { action: 'recoverWebhook', target: { type: 'webhook', id: webhook_id } } as const;
      return stored.createDue(created, due, audit.rowOf(source, change));
    },
    count: failed.count,
    start: queue.start,
  },
});

export const handler = sqsHandler({ message: z.union([recoveryMessage, dueMessage]), handle });

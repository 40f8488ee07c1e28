/** Defines the grants for functions that send webhooks: for attempts, replays and test pings. */
import type { DeliveryQueues } from './delivery-queues.ts';
import { DUE } from '../../lambdas/webhooks/recovery/due-recovery.ts';
import type { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import type { EmailSending } from '../emails/email-sending.ts';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

export interface WebhookSendingProps {
  readonly storage: Storage;
  readonly queues: DeliveryQueues;
  /** The queue of recovery steps. */
  readonly recoverySteps: QueueWithDeadLetters;
  readonly emails: EmailSending | undefined;
  readonly settings: StageSettings;
  /** The service's own URLs, which aren't allowed as webhook URLs. */
  readonly ownUrls: readonly string[];
}

/**
 * Returns a grant that lets a function attempt deliveries, record the results, and e-mail the owner of a
 * disabled webhook.
 */
export function grantWebhookSending(props: WebhookSendingProps): Grant {
  const { storage, emails } = props;
  return allOf(
    grantSendAndRecord(props),
    // Finds the webhooks that subscribe to failed deliveries.
    storage.grantListWebhooks,
    storage.submissions.grant('GetItem'),
    storage.grantReadAccountStatus,
    storage.grantLoadConnection,
    storage.grantReadAgentAccess,
    ...(emails ? [emails.grantSend] : []),
  );
}

/** Returns a grant that lets a function send test pings, which don't include a submission. */
export function grantWebhookPing(props: WebhookSendingProps): Grant {
  return allOf(grantSendAndRecord(props), props.storage.submissions.grantName);
}

function grantSendAndRecord(props: WebhookSendingProps): Grant {
  const { storage, queues, settings, ownUrls } = props;
  return allOf(
    // `GetItem` rereads a delivery if another function changed it during the request.
    storage.deliveries.grant('GetItem', 'PutItem'),
    // `GetItem` and `BatchGetItem` read the webhook's secret, which no other grant includes. `UpdateItem` records
    // the endpoint's health.
    storage.webhooks.grant('BatchGetItem', 'GetItem', 'UpdateItem'),
    grantRequestRecovery(props),
    // Lets the function return deliveries to the queue if their outcome could not be stored.
    queues.deliveries.grant('SendMessage'),
    webhookUrlRules({ settings, ownUrls }),
    variable('WEBHOOK_DEADLINE_MS', String(settings.webhookDeadlineSeconds * 1000)),
    variable('WEBHOOK_MAX_ATTEMPTS', String(settings.webhookMaxAttempts)),
    variable('RETRY_WAITS_SECONDS', JSON.stringify(settings.retryWaitsSeconds)),
    variable('DISABLE_FAILING_AFTER_DAYS', String(settings.disableFailingWebhooksAfterDays)),
  );
}

/**
 * Returns a grant that lets a function store and request the recovery of a webhook with `auto_recover` that
 * works again.
 */
export function grantRequestRecovery({
  storage,
  recoverySteps,
}: Pick<WebhookSendingProps, 'storage' | 'recoverySteps'>): Grant {
  return allOf(storage.recoveries.grantKeyPrefix(DUE, 'UpdateItem'), recoverySteps.grant('SendMessage'));
}

/** Returns a grant that passes the stage's rules for webhook URLs to a function. */
export function webhookUrlRules({
  settings,
  ownUrls,
}: Pick<WebhookSendingProps, 'settings' | 'ownUrls'>): Grant {
  return allOf(
    variable('OWN_URLS', JSON.stringify(ownUrls)),
    variable('ALLOW_HTTP_WEBHOOKS', String(settings.allowHttpWebhooks)),
    variable('ALLOW_PRIVATE_WEBHOOK_TARGETS', String(settings.allowPrivateWebhookTargets)),
  );
}

/** Permissions for every function that sends webhooks: for attempts, replays and test pings. */
import type { DeliveryQueues } from './delivery-queues.ts';
import type { EmailSending } from '../emails/email-sending.ts';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

export interface WebhookSendingProps {
  readonly storage: Storage;
  readonly queues: DeliveryQueues;
  readonly emails: EmailSending | undefined;
  readonly settings: StageSettings;
}

/**
 * Returns a grant that lets a function attempt deliveries, record the results, and e-mail the owner of a
 * disabled webhook.
 */
export function grantWebhookSending(props: WebhookSendingProps): Grant {
  const { storage, emails } = props;
  return allOf(
    grantSendAndRecord(props),
    storage.submissions.grant('GetItem'),
    storage.grantReadAccountStatus,
    storage.grantLoadConnection,
    ...(emails ? [emails.grantSend] : []),
  );
}

/** Returns a grant that lets a function send test pings, which need no submission. */
export function grantWebhookPing(props: WebhookSendingProps): Grant {
  return allOf(grantSendAndRecord(props), props.storage.submissions.grantName);
}

function grantSendAndRecord({ storage, queues, settings }: WebhookSendingProps): Grant {
  return allOf(
    // `GetItem` is for reading a delivery again if another writer changed it during the request.
    storage.deliveries.grant('GetItem', 'PutItem'),
    // No other grant includes the webhook's secret. `UpdateItem` records the endpoint's health.
    storage.webhooks.grant('GetItem', 'UpdateItem'),
    // Outcomes that could not be stored go back to the queue.
    queues.deliveries.grant('SendMessage'),
    webhookUrlRules(settings),
    variable('WEBHOOK_DEADLINE_MS', String(settings.webhookDeadlineSeconds * 1000)),
    variable('WEBHOOK_MAX_ATTEMPTS', String(settings.webhookMaxAttempts)),
    variable('RETRY_WAITS_SECONDS', JSON.stringify(settings.retryWaitsSeconds)),
    variable('DISABLE_FAILING_AFTER_DAYS', String(settings.disableFailingWebhooksAfterDays)),
  );
}

/** Returns a grant that tells a function which webhook URLs the stage allows. */
export function webhookUrlRules(settings: StageSettings): Grant {
  return allOf(
    variable('ALLOW_HTTP_WEBHOOKS', String(settings.allowHttpWebhooks)),
    variable('ALLOW_PRIVATE_WEBHOOK_TARGETS', String(settings.allowPrivateWebhookTargets)),
  );
}

/** What a function that sends webhooks may use: the same for first attempts, retries, replays and test pings. */
import type { DeliveryQueues } from './delivery-queues.ts';
import type { EmailSending } from './emails/email-sending.ts';
import { allOf, variable, type Grant } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';
import type { Storage } from './storage.ts';

export interface WebhookSendingProps {
  readonly storage: Storage;
  readonly queues: DeliveryQueues;
  readonly emails: EmailSending | undefined;
  readonly settings: StageSettings;
}

/** Lets a function make attempts of deliveries, record their results and tell an owner of a disabled webhook. */
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

/** Lets a function send test pings: they are about no submission, and their owner hears the outcome at once. */
export function grantWebhookPing(props: WebhookSendingProps): Grant {
  return allOf(grantSendAndRecord(props), props.storage.submissions.grantName);
}

function grantSendAndRecord({ storage, queues, settings }: WebhookSendingProps): Grant {
  return allOf(
    // A delivery is read again when another writer changed it while its request was under way.
    storage.deliveries.grant('GetItem', 'PutItem'),
    // Secrets are read here and nowhere else; what is written is the webhook's health.
    storage.webhooks.grant('GetItem', 'UpdateItem'),
    // An outcome that the store does not take goes there.
    queues.deliveries.grant('SendMessage'),
    webhookUrlRules(settings),
    variable('WEBHOOK_DEADLINE_MS', String(settings.webhookDeadlineSeconds * 1000)),
    variable('WEBHOOK_MAX_ATTEMPTS', String(settings.webhookMaxAttempts)),
    variable('RETRY_WAITS_SECONDS', JSON.stringify(settings.retryWaitsSeconds)),
    variable('DISABLE_FAILING_AFTER_DAYS', String(settings.disableFailingWebhooksAfterDays)),
  );
}

/** What the stage lets a webhook URL be. */
export function webhookUrlRules(settings: StageSettings): Grant {
  return allOf(
    variable('ALLOW_HTTP_WEBHOOKS', String(settings.allowHttpWebhooks)),
    variable('ALLOW_PRIVATE_WEBHOOK_TARGETS', String(settings.allowPrivateWebhookTargets)),
  );
}

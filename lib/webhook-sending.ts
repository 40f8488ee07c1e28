/** What every function that sends webhooks uses, whoever asks it to. */
import { variable, type Use } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';
import type { Storage } from './storage.ts';
import type { WebhookQueues } from './webhook-queues.ts';

export function toSendWebhooks(
  storage: Storage,
  queues: WebhookQueues,
  settings: StageSettings,
): readonly Use[] {
  return [
    storage.deliveries.to('GetItem', 'PutItem'),
    storage.submissions.to('GetItem'),
    // Secrets are read here and nowhere else; what is written is the webhook's health.
    storage.webhooks.to('GetItem', 'UpdateItem'),
    queues.deliveries.to('SendMessage'),
    queues.notices.to('SendMessage'),
    ...urlRules(settings),
    variable('WEBHOOK_DEADLINE_MS', String(settings.webhookDeadlineSeconds * 1000)),
    variable('WEBHOOK_MAX_ATTEMPTS', String(settings.webhookMaxAttempts)),
    variable('RETRY_WAITS_SECONDS', JSON.stringify(settings.retryWaitsSeconds)),
    variable('DISABLE_FAILING_AFTER_DAYS', String(settings.disableFailingWebhooksAfterDays)),
  ];
}

/** What the stage lets a webhook URL be. */
export function urlRules(settings: StageSettings): readonly Use[] {
  return [
    variable('ALLOW_HTTP_WEBHOOKS', String(settings.allowHttpWebhooks)),
    variable('ALLOW_PRIVATE_WEBHOOK_TARGETS', String(settings.allowPrivateWebhookTargets)),
  ];
}

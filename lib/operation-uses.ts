/** Least privilege on one page: what the function of each HTTP operation may use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { OperationName } from '../lambdas/operations.ts';
import { variable, type Use } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';
import { SHOWN_OF_WEBHOOKS, type Storage } from './storage.ts';
import type { WebhookQueues } from './webhook-queues.ts';
import { toSendWebhooks, urlRules } from './webhook-sending.ts';

export function operationUses(
  storage: Storage,
  queues: WebhookQueues,
  settings: StageSettings,
): Record<OperationName, readonly Use[]> {
  const key = storage.apiKeys.to('GetItem');
  const readForm = storage.forms.to('GetItem');
  const emailEnabled = variable('EMAIL_ENABLED', String(settings.mailSender !== undefined));

  return {
    health: [variable('SERVICE_VERSION', version())],
    submitForm: [
      storage.formSlugs.to('GetItem'),
      storage.accounts.to('BatchGetItem'),
      storage.apiKeys.to('BatchGetItem'),
      storage.counters.to('BatchGetItem', 'UpdateItem'),
      storage.idempotency.to('BatchGetItem', 'GetItem', 'PutItem'),
      storage.submissions.to('PutItem'),
      variable('PLANS', JSON.stringify(settings.plans)),
      variable('SPAM_RETENTION_DAYS', String(settings.spamRetentionDays)),
    ],
    createForm: [key, storage.forms.to('PutItem'), storage.formSlugs.to('PutItem'), emailEnabled],
    listForms: [key, storage.forms.toQueryIndex('by_creation'), emailEnabled],
    getForm: [key, readForm, emailEnabled],
    updateForm: [
      key,
      storage.forms.to('GetItem', 'PutItem'),
      storage.formSlugs.to('PutItem', 'DeleteItem'),
      emailEnabled,
    ],
    listSubmissions: [key, readForm, storage.submissions.to('Query')],
    getSubmission: [key, readForm, storage.submissions.to('GetItem')],
    createWebhook: [
      key,
      readForm,
      storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'Query'),
      storage.webhooks.to('PutItem'),
      storage.counters.toItemsOf('webhooks#', 'GetItem', 'PutItem'),
      ...urlRules(settings),
    ],
    listWebhooks: [key, readForm, storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'Query')],
    updateWebhook: [
      key,
      readForm,
      storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'GetItem'),
      storage.webhooks.toChangeUnseen('UpdateItem'),
      ...urlRules(settings),
    ],
    deleteWebhook: [
      key,
      readForm,
      storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'GetItem'),
      storage.webhooks.toChangeUnseen('DeleteItem'),
    ],
    testWebhook: [key, readForm, ...toSendWebhooks(storage, queues, settings)],
    replayDelivery: [key, readForm, ...toSendWebhooks(storage, queues, settings)],
    listDeliveries: [
      key,
      readForm,
      storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'GetItem'),
      storage.deliveries.to('Query'),
    ],
  };
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

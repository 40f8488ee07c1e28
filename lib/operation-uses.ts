/** Least privilege on one page: what the function of each HTTP operation may use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { OperationName } from '../lambdas/operations.ts';
import { variable, type Use } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';
import { SHOWN_OF_WEBHOOKS, type Storage } from './storage.ts';

export function operationUses(
  storage: Storage,
  settings: StageSettings,
): Record<OperationName, readonly Use[]> {
  const key = storage.apiKeys.to('GetItem');
  const readForm = storage.forms.to('GetItem');

  return {
    health: [variable('SERVICE_VERSION', version())],
    getOpenapi: [variable('SERVICE_VERSION', version())],
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
    createForm: [key, storage.forms.to('PutItem'), storage.formSlugs.to('PutItem')],
    listForms: [key, storage.forms.toQueryIndex('by_creation')],
    getForm: [key, readForm],
    updateForm: [key, storage.forms.to('GetItem', 'PutItem'), storage.formSlugs.to('PutItem', 'DeleteItem')],
    listSubmissions: [key, readForm, storage.submissions.to('Query')],
    getSubmission: [key, readForm, storage.submissions.to('GetItem')],
    createWebhook: [
      key,
      readForm,
      storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'Query'),
      storage.webhooks.to('PutItem'),
      variable('ALLOW_HTTP_WEBHOOKS', String(settings.allowHttpWebhooks)),
      variable('ALLOW_PRIVATE_WEBHOOK_TARGETS', String(settings.allowPrivateWebhookTargets)),
    ],
    listWebhooks: [key, readForm, storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'Query')],
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

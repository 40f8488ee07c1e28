/** Least privilege on one page: what the function of each HTTP operation may use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { OperationName } from '../lambdas/operations.ts';
import { all, variable, type Use } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';
import { SHOWN_OF_WEBHOOKS, type Storage } from './storage.ts';

export function operationUses(
  storage: Storage,
  settings: StageSettings,
): Record<OperationName, readonly Use[]> {
  const noteKeyUse = storage.apiKeys.toUpdateOnly('last_used_at');
  /** Finding out who calls, by a key or an access token. */
  const key = all(storage.apiKeys.to('GetItem'), storage.accessTokens.to('GetItem'), noteKeyUse);
  const countManagementKeys = storage.accounts.toUpdateOnly('live_management_keys');
  const readForm = storage.forms.to('GetItem');

  /** Everything that taking in a post needs. */
  const takesIn = [
    storage.formSlugs.to('GetItem'),
    storage.accounts.to('BatchGetItem'),
    storage.apiKeys.to('BatchGetItem', 'GetItem'),
    storage.accessTokens.to('BatchGetItem'),
    noteKeyUse,
    storage.counters.to('BatchGetItem', 'UpdateItem'),
    storage.idempotency.to('BatchGetItem', 'GetItem', 'PutItem'),
    storage.submissions.to('PutItem'),
    variable('PLANS', JSON.stringify(settings.plans)),
    variable('SPAM_RETENTION_DAYS', String(settings.spamRetentionDays)),
    variable('TURNSTILE_VERIFY_URL', settings.turnstileVerifyUrl),
  ];

  return {
    health: [variable('SERVICE_VERSION', version())],
    getOpenapi: [variable('SERVICE_VERSION', version())],
    getDocs: [],
    getDocsFile: [],
    getProblemType: [],
    submitForm: takesIn,
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
    submitEntry: [key, readForm, ...takesIn],
    getJob: [
      key,
      readForm,
      storage.submissions.to('GetItem'),
      storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'Query'),
      storage.deliveries.to('BatchGetItem'),
      storage.counters.to('BatchGetItem'),
    ],
    listDrive: [key, storage.forms.toQueryIndex('by_creation'), storage.submissions.to('Query')],
    createApiKey: [
      key,
      storage.apiKeys.to('PutItem'),
      storage.accountKeys.to('PutItem'),
      storage.counters.to('UpdateItem'),
      countManagementKeys,
    ],
    listApiKeys: [key, storage.accountKeys.to('Query'), storage.apiKeys.to('BatchGetItem')],
    revokeApiKey: [
      key,
      storage.accountKeys.to('GetItem'),
      storage.apiKeys.toUpdateOnly('revoked_at'),
      countManagementKeys,
    ],
    getUsage: [
      key,
      storage.accounts.to('BatchGetItem'),
      storage.counters.to('BatchGetItem'),
      variable('PLANS', JSON.stringify(settings.plans)),
    ],
    issueToken: [storage.apiKeys.to('GetItem'), noteKeyUse, storage.accessTokens.to('PutItem')],
    revokeToken: [storage.apiKeys.to('GetItem'), storage.accessTokens.to('GetItem', 'DeleteItem')],
    getOauthMetadata: [],
  };
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

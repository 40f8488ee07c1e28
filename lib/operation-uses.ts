/** Least privilege on one page: what the function of each HTTP operation may use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { OperationName } from '../lambdas/operations.ts';
import type { FormChores } from './form-chores.ts';
import { all, variable, type Use } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';
import { SHOWN_OF_WEBHOOKS, type Storage } from './storage.ts';
import type { WebhookQueues } from './webhook-queues.ts';
import { toSendWebhooks, urlRules } from './webhook-sending.ts';

export function operationUses(
  storage: Storage,
  { chores, queues }: { chores: FormChores; queues: WebhookQueues },
  settings: StageSettings,
): Record<OperationName, readonly Use[]> {
  const noteKeyUse = storage.apiKeys.toUpdateOnly('last_used_at');
  /** Finding out who calls, by a key or an access token. */
  const key = all(storage.apiKeys.to('GetItem'), storage.accessTokens.to('GetItem'), noteKeyUse);
  const countManagementKeys = storage.accounts.toUpdateOnly('live_management_keys');
  const readForm = storage.forms.to('GetItem');
  const emailEnabled = variable('EMAIL_ENABLED', String(settings.mailSender !== undefined));
  const queriesSubmissions = [storage.submissions.to('Query'), storage.submissions.toQueryIndex('spam')];

  /** Everything that is asked at the door of a form, before a body is read. */
  const admits = all(
    storage.formSlugs.to('GetItem'),
    storage.accounts.to('BatchGetItem'),
    storage.apiKeys.to('BatchGetItem', 'GetItem'),
    storage.accessTokens.to('BatchGetItem'),
    noteKeyUse,
    storage.counters.to('BatchGetItem', 'UpdateItem'),
    variable('PLANS', JSON.stringify(settings.plans)),
  );

  /** Everything that taking in a post needs. */
  const takesIn = [
    admits,
    storage.idempotency.to('BatchGetItem', 'GetItem', 'PutItem'),
    storage.submissions.to('GetItem', 'PutItem'),
    storage.uploads.to('DeleteItem', 'GetItem', 'PutItem'),
    storage.toAttachments('DeleteObject', 'PutObject'),
    storage.toUploads('GetObject'),
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
    // What the function signs is done in its name.
    createUpload: [admits, storage.uploads.to('PutItem'), storage.toUploads('PutObject')],
    createForm: [key, storage.forms.to('PutItem'), storage.formSlugs.to('PutItem'), emailEnabled],
    listForms: [key, storage.forms.toQueryIndex('by_creation'), emailEnabled],
    getForm: [key, readForm, emailEnabled],
    updateForm: [
      key,
      storage.forms.to('GetItem', 'PutItem'),
      storage.formSlugs.to('PutItem', 'DeleteItem'),
      storage.formJobs.to('PutItem'),
      chores.toSend,
      emailEnabled,
    ],
    deleteForm: [
      key,
      storage.forms.to('GetItem', 'DeleteItem'),
      storage.formSlugs.to('DeleteItem'),
      storage.formJobs.to('PutItem'),
      chores.toSend,
    ],
    listSubmissions: [key, readForm, ...queriesSubmissions],
    exportSubmissions: [key, readForm, ...queriesSubmissions, storage.toExport],
    getSubmission: [key, readForm, storage.submissions.to('GetItem')],
    getFile: [key, readForm, storage.submissions.to('GetItem'), storage.toAttachments('GetObject')],
    updateSubmission: [
      key,
      readForm,
      storage.submissions.to('GetItem', 'UpdateItem'),
      storage.accounts.to('GetItem'),
      storage.counters.to('UpdateItem'),
      variable('PLANS', JSON.stringify(settings.plans)),
      variable('SPAM_RETENTION_DAYS', String(settings.spamRetentionDays)),
    ],
    deleteSubmission: [key, readForm, storage.submissions.to('GetItem', 'DeleteItem')],
    createWebhook: [
      key,
      storage.forms.to('GetItem', 'ConditionCheckItem'),
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
    submitEntry: [key, readForm, ...takesIn],
    getJob: [
      key,
      readForm,
      storage.submissions.to('GetItem'),
      storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'Query'),
      storage.deliveries.to('BatchGetItem'),
      storage.counters.to('BatchGetItem'),
      emailEnabled,
    ],
    listDrive: [
      key,
      storage.forms.toQueryIndex('by_creation'),
      storage.submissions.to('Query'),
      emailEnabled,
    ],
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

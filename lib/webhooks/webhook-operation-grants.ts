/** Defines the grants for the webhook, delivery and recovery functions. */
import { QUOTA_COUNTER } from '../../lambdas/core/counters/counter-names.ts';
import { DELIVERY_HOURS, RECOVERY_OUTCOMES } from '../../lambdas/webhooks/counts/delivery-counts.ts';
import { webhookMarkAttributes } from '../../lambdas/forms/form.ts';
import { PING_COUNTER } from '../../lambdas/webhooks/ping-cap.ts';
import { keyStateAttributes } from '../../lambdas/auth/keys/api-key.ts';
import { SUBSCRIPTION_LEDGER } from '../../lambdas/webhooks/subscriptions/ledger.ts';
import { WEBHOOK_COUNT_VERSION } from '../../lambdas/webhooks/webhook.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import { allOf, variable } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';
import { webhookUrlRules } from './webhook-sending-grants.ts';

export interface WebhookOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
  /** The service's own URLs, which aren't allowed as webhook URLs. */
  readonly ownUrls: readonly string[];
  readonly webhooks: Pick<WebhookDelivery, 'grantHeal' | 'grantPing' | 'grantRecover' | 'grantSending'>;
}

export function webhookOperationGrants({
  storage,
  settings,
  ownUrls,
  webhooks,
}: WebhookOperationGrantsProps) {
  const { authenticate } = callerGrants(storage);
  const readForm = storage.grantReadForm;
  const { grantReadWebhook: readWebhook, grantListWebhooks: listWebhooks } = storage;
  /** Lets a function calculate a webhook's recent success rate from its hourly delivery counts. */
  const readSuccessRate = storage.counters.grantKeyPrefix(DELIVERY_HOURS, 'BatchGetItem');
  /** Lets a function check agents' keys, so that it can omit subscriptions whose key was revoked. */
  const readAgentKeys = storage.apiKeys.grantReadAttributes(keyStateAttributes, 'BatchGetItem');
  const readOutcomes = storage.counters.grantKeyPrefix(RECOVERY_OUTCOMES, 'BatchGetItem');
  /** Lets a function store a new webhook for a form or account, up to the maximum number of webhooks. */
  const addWebhook = allOf(
    storage.connections.grantWriteWithoutReturn('ConditionCheckItem'),
    readWebhook,
    listWebhooks,
    readSuccessRate,
    storage.webhooks.grantWriteWithoutReturn('PutItem'),
    storage.counters.grantKeyPrefix(WEBHOOK_COUNT_VERSION, 'GetItem', 'PutItem'),
    webhookUrlRules({ settings, ownUrls }),
  );
  return {
    createWebhook: [
      authenticate,
      readForm,
      storage.forms.grantWriteWithoutReturn('ConditionCheckItem'),
      storage.formSlugs.grantReadAttributes(webhookMarkAttributes, 'GetItem'),
      storage.formSlugs.grantUpdateAttributes('no_webhooks'),
      storage.accounts.grantUpdateAttributes('event_owners'),
      addWebhook,
      variable('MAX_WEBHOOKS_PER_FORM', String(settings.maxWebhooksPerForm)),
    ],
    createAccountWebhook: [
      authenticate,
      storage.accounts.grantUpdateAttributes('no_account_webhooks', 'event_owners'),
      storage.counters.grantKeyPrefix(QUOTA_COUNTER, 'UpdateItem'),
      addWebhook,
      variable('MAX_WEBHOOKS_PER_ACCOUNT', String(settings.maxWebhooksPerAccount)),
    ],
    listAccountWebhooks: [
      authenticate,
      readForm,
      storage.grantListForms,
      listWebhooks,
      readSuccessRate,
      readAgentKeys,
      storage.counters.grantKeyPrefix(SUBSCRIPTION_LEDGER, 'GetItem'),
    ],
    listWebhooks: [authenticate, readForm, listWebhooks, readSuccessRate, readAgentKeys],
    getWebhook: [authenticate, readForm, readWebhook, readSuccessRate, readAgentKeys],
    updateWebhook: [
      authenticate,
      readForm,
      readWebhook,
      listWebhooks,
      storage.webhooks.grantWriteWithoutReturn('UpdateItem'),
      storage.accounts.grantUpdateAttributes('event_owners'),
      storage.counters.grantKeyPrefix(WEBHOOK_COUNT_VERSION, 'GetItem', 'PutItem'),
      readSuccessRate,
      storage.connections.grantName,
      webhooks.grantHeal,
      webhookUrlRules({ settings, ownUrls }),
    ],
    deleteWebhook: [
      authenticate,
      readForm,
      readWebhook,
      storage.webhooks.grantWriteWithoutReturn('DeleteItem'),
      storage.webhooks.grantAdd('deleted#'),
    ],
    testWebhook: [
      authenticate,
      readForm,
      webhooks.grantPing,
      storage.counters.grantKeyPrefix(PING_COUNTER, 'UpdateItem'),
    ],
    replayDelivery: [authenticate, readForm, webhooks.grantSending],
    listDeliveries: [authenticate, readForm, readWebhook, storage.deliveries.grant('Query')],
    getDelivery: [authenticate, readForm, storage.deliveries.grant('GetItem')],
    recoverWebhook: [authenticate, readForm, readWebhook, webhooks.grantRecover],
    getRecovery: [authenticate, readForm, storage.recoveries.grant('GetItem'), readOutcomes],
    listRecoveries: [authenticate, readForm, readWebhook, storage.recoveries.grant('Query'), readOutcomes],
  };
}

/** `GET /v1/webhooks/{id}`: returns a webhook, without its secret. */
import { deliveryCountReader } from './counts/delivery-count-store.ts';
import { formReader } from '../forms/form-store.ts';
import { currentWebhooks, type CurrentWebhooks } from './subscriptions/current-webhook-store.ts';
import { webhookStore } from './webhook-store.ts';
import { ownedWebhook, type FormFinder } from '../auth/ownership.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import { viewOf, type WebhookFacts } from './webhook-views.ts';
import type { Webhook } from './webhook.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getWebhook as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find'>;
  readonly current: CurrentWebhooks;
  readonly facts: WebhookFacts;
}

/** Returns a webhook that belongs to the account. */
export function getWebhook({ forms, webhooks, current, facts }: Deps) {
  const find = async (ownerId: string, webhookId: string): Promise<Webhook | undefined> => {
    const found = await webhooks.find(ownerId, webhookId);
    const [running] = found ? await current([found]) : [];
    return running;
  };
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const webhook = await ownedWebhook(forms, caller, path['id'], find);
    const view = await viewOf(webhook, facts);
    return { status: 200, headers: { etag: resourceTag(webhook.version, view) }, body: view };
  };
}

export const handler = managementHandler(
  operation,
  ['API_KEYS_TABLE', 'FORMS_TABLE', 'WEBHOOKS_TABLE', 'COUNTERS_TABLE'],
  (db, environment) =>
    getWebhook({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      current: currentWebhooks(db, environment.API_KEYS_TABLE, Date.now),
      facts: { rates: deliveryCountReader(db, environment.COUNTERS_TABLE), now: Date.now },
    }),
);

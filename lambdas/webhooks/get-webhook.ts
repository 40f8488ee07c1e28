/** `GET /v1/webhooks/{id}`: returns a webhook, without its secret. */
import { deliveryCountReader } from './counts/delivery-count-store.ts';
import { formReader } from '../forms/form-store.ts';
import { webhookStore } from './webhook-store.ts';
import { ownedWebhook, type FormFinder } from '../auth/ownership.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import { viewOf, type WebhookFacts } from './webhook-views.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getWebhook as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find'>;
  readonly facts: WebhookFacts;
}

/** Returns a webhook that belongs to the account. */
export function getWebhook({ forms, webhooks, facts }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const webhook = await ownedWebhook(forms, caller, path['id'], webhooks.find);
    const view = await viewOf(webhook, facts);
    return { status: 200, headers: { etag: resourceTag(webhook.version, view) }, body: view };
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'WEBHOOKS_TABLE', 'COUNTERS_TABLE'],
  (db, environment) =>
    getWebhook({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      facts: { rates: deliveryCountReader(db, environment.COUNTERS_TABLE), now: Date.now },
    }),
);

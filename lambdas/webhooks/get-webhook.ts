/** `GET /v1/webhooks/{id}`: returns a webhook, without its secret. */
import { deliveryCountReader } from './counts/delivery-count-store.ts';
import type { Clock } from '../core/clock.ts';
import { formReader } from '../forms/form-store.ts';
import { webhookStore } from './webhook-store.ts';
import { ownedWebhook, type FormFinder } from '../auth/ownership.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import { toWebhookView } from './webhook.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getWebhook as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find'>;
  readonly rates: Pick<ReturnType<typeof deliveryCountReader>, 'rates'>;
  readonly now: Clock;
}

/** Returns a webhook that belongs to the account. */
export function getWebhook({ forms, webhooks, rates, now }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const webhook = await ownedWebhook(forms, caller, path['id'], webhooks.find);
    const rate = (await rates.rates([webhook.webhook_id], now())).get(webhook.webhook_id) ?? null;
    const view = toWebhookView(webhook, rate);
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
      rates: deliveryCountReader(db, environment.COUNTERS_TABLE),
      now: Date.now,
    }),
);

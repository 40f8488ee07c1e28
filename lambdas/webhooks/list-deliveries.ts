/** `GET /v1/webhooks/{id}/deliveries`: the last deliveries of a webhook, with every attempt. */
import { deliveryStore } from './delivery/delivery-store.ts';
import { formReader } from '../forms/form-store.ts';
import { webhookStore } from './webhook-store.ts';
import type { Clock } from '../core/clock.ts';
import { pageOfAll } from '../core/pagination.ts';
import { LISTED_DELIVERIES, toDeliveryView } from './delivery/delivery.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { listDeliveries as operation } from '../operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find'>;
  readonly deliveries: Pick<ReturnType<typeof deliveryStore>, 'latest'>;
  readonly now: Clock;
}

export function listDeliveries({ forms, webhooks, deliveries, now }: Deps) {
  return async ({ path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { child } = await ownedChild(forms, caller.account_id, path['id'], webhooks.find);
    const { rows, next_cursor } = pageOfAll(
      await deliveries.latest(child.webhook_id, LISTED_DELIVERIES),
      ({ delivery_id }) => [delivery_id],
      query,
      { list: `deliveries ${child.webhook_id}`, key: caller.cursor_key },
    );
    return { status: 200, body: { data: rows.map((row) => toDeliveryView(row, now())), next_cursor } };
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'WEBHOOKS_TABLE', 'DELIVERIES_TABLE'],
  (db, environment) =>
    listDeliveries({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      deliveries: deliveryStore(db, environment.DELIVERIES_TABLE),
      now: Date.now,
    }),
);

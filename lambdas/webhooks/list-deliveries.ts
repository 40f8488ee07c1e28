/**
 * `GET /v1/webhooks/{id}/deliveries`: lists a webhook's deliveries, newest first, with all their attempts.
 */
import { hotPathClients } from '../aws/clients/dynamodb-client.ts';
import { deliveryStore } from './delivery/delivery-store.ts';
import { formReader } from '../forms/form-store.ts';
import { webhookStore } from './webhook-store.ts';
import type { Clock } from '../core/clock.ts';
import { encodeCursor, decodeCursor, rowsThatFit } from '../core/web/pagination.ts';
import { deliveryList } from './delivery/deliveries-query.ts';
import { toDeliveryView } from './delivery/delivery.ts';
import { ownedWebhook, type FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { listDeliveries as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find'>;
  readonly deliveries: Pick<ReturnType<typeof deliveryStore>, 'list'>;
  readonly now: Clock;
}

export function listDeliveries({ forms, webhooks, deliveries, now }: Deps) {
  return async ({ path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const webhook = await ownedWebhook(forms, caller, path['id'], webhooks.find);
    const { limit, cursor, ...filter } = query;
    const list = deliveryList(webhook.webhook_id, filter);
    const [after] = cursor ? decodeCursor(cursor, list, caller.cursor_key) : [];
    const { rows, next } = await deliveries.list(webhook.webhook_id, filter, limit, after);
    const shown = rows.map((row) => toDeliveryView(row, now()));
    const fitting = rowsThatFit(shown);
    const last = fitting < rows.length ? rows[fitting - 1]?.delivery_id : next;
    return {
      status: 200,
      body: {
        data: shown.slice(0, fitting),
        next_cursor: last === undefined ? null : encodeCursor([last], list, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'WEBHOOKS_TABLE', 'DELIVERIES_TABLE'],
  (db, environment) =>
    listDeliveries({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      deliveries: deliveryStore(hotPathClients(db), environment.DELIVERIES_TABLE),
      now: Date.now,
    }),
);

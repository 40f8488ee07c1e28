/** `GET /v1/deliveries/{id}`: returns a delivery with all its attempts. */
import { hotPathClients } from '../aws/clients/dynamodb-client.ts';
import { deliveryStore } from './delivery/delivery-store.ts';
import { formReader } from '../forms/form-store.ts';
import type { Clock } from '../core/clock.ts';
import { NotFound } from '../core/errors/errors.ts';
import { parentsOfDelivery } from '../core/ids.ts';
import { message } from '../core/errors/message.ts';
import { toDeliveryView } from './delivery/delivery.ts';
import { ownsWebhook, type FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getDelivery as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly deliveries: Pick<ReturnType<typeof deliveryStore>, 'find'>;
  readonly now: Clock;
}

/** Returns a delivery that belongs to the account, even if its webhook has been deleted. */
export function getDelivery({ forms, deliveries, now }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const id = path['id'] ?? '';
    const parents = parentsOfDelivery(id);
    const [isOwned, delivery] = parents
      ? await Promise.all([
          ownsWebhook(forms, caller, parents.ownerId),
          deliveries.find(parents.webhookId, id),
        ])
      : [];
    if (isOwned !== true || !delivery) throw new NotFound(message('no-such-thing', { id }));
    return { status: 200, body: toDeliveryView(delivery, now()) };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE', 'DELIVERIES_TABLE'], (db, environment) =>
  getDelivery({
    forms: formReader(db, environment.FORMS_TABLE),
    deliveries: deliveryStore(hotPathClients(db), environment.DELIVERIES_TABLE),
    now: Date.now,
  }),
);

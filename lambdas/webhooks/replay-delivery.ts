/** `POST /v1/deliveries/{id}/replay`: sends a delivery again immediately. */
import { formReader } from '../forms/form-store.ts';
import { deliveryDeps } from './delivery/delivery-deps.ts';
import type { DeliveryConfig } from './delivery/record-outcome.ts';
import { replay, type DeliveryDeps } from './delivery/run-delivery.ts';
import { assertOwnWebhook } from './apps/app-webhook.ts';
import { toDeliveryView } from './delivery/delivery.ts';
import { NotFound } from '../core/errors/errors.ts';
import { parentsOfDelivery } from '../core/ids.ts';
import { ownsWebhook, type FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { replayDelivery as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly deps: DeliveryDeps;
  readonly config: DeliveryConfig;
}

/** Sends a delivery again. Replays also work for disabled webhooks, because the owner requested them. */
export function replayDelivery({ forms, deps, config }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const id = path['id'] ?? '';
    const parents = parentsOfDelivery(id);
    const found =
      parents !== undefined &&
      (await ownsWebhook(forms, caller, parents.ownerId)) &&
      (await deps.findDelivery(parents.webhookId, id));
    if (!found) throw new NotFound(`There is no delivery "${id}".`);
    if (caller.type === 'connection')
      assertOwnWebhook(caller, (await deps.findWebhook(parents.ownerId, parents.webhookId)) ?? {});
    return audit.around(id, async () => {
      const delivery = await replay(id, deps, config);
      return { status: 200, body: toDeliveryView(delivery, deps.now()) };
    });
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE'], (db, environment) =>
  replayDelivery({ forms: formReader(db, environment.FORMS_TABLE), ...deliveryDeps(db) }),
);

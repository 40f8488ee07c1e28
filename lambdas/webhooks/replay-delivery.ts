import { formReader } from '../forms/form-store.ts';
import { deliveryDeps } from './delivery/delivery-deps.ts';
import type { AttemptDeps, DeliveryConfig } from './delivery/attempt.ts';
import { toDeliveryView } from './delivery/delivery.ts';
import { NotFound } from '../core/errors.ts';
import { parentsOfDelivery } from '../core/ids.ts';
import { replay } from './delivery/manual-attempt.ts';
import type { FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { replayDelivery as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder;
  readonly ports: AttemptDeps;
  readonly rules: DeliveryConfig;
}

/** A replay is its owner's own act, so it also reaches a webhook that is disabled. */
export function replayDelivery({ forms, ports, rules }: Parts) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const id = path['id'] ?? '';
    const formId = parentsOfDelivery(id)?.formId;
    const form = formId === undefined ? undefined : await forms.find(caller.account_id, formId);
    if (!form) throw new NotFound(`There is no delivery "${id}".`);
    const delivery = await replay(id, ports, rules);
    return { status: 200, body: toDeliveryView(delivery, ports.now()) };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE'], (db, environment) =>
  replayDelivery({ forms: formReader(db, environment.FORMS_TABLE), ...deliveryDeps(db) }),
);

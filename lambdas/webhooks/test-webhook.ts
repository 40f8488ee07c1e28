import { deliveryStore } from './delivery/delivery-store.ts';
import { formReader } from '../forms/form-store.ts';
import { deliveryDeps } from './delivery/delivery-deps.ts';
import { signingWebhookStore } from './signing-webhook-store.ts';
import type { DeliveryConfig } from './delivery/attempt.ts';
import { toTestResponse } from './delivery/delivery.ts';
import { ping, type PingDeps } from './delivery/manual-attempt.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import { systemRandom } from '../core/random.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { testWebhook as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof signingWebhookStore>, 'find'>;
  readonly ports: PingDeps;
  readonly rules: DeliveryConfig;
}

/** Whatever the endpoint does is an answer of ours with status 200: the ping was sent, and this came of it. */
export function testWebhook({ forms, webhooks, ports, rules }: Parts) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { child } = await ownedChild(forms, caller.account_id, path['id'], webhooks.find);
    const outcome = await ping(child, ports, rules);
    return { status: 200, body: toTestResponse(outcome) };
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'WEBHOOKS_TABLE', 'DELIVERIES_TABLE'],
  (db, environment) => {
    const { ports, rules } = deliveryDeps(db);
    const createDelivery = deliveryStore(db, environment.DELIVERIES_TABLE).create;
    return testWebhook({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: signingWebhookStore(db, environment.WEBHOOKS_TABLE),
      ports: { ...ports, createDelivery, random: systemRandom },
      rules,
    });
  },
);

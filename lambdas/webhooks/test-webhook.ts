import { deliveryStore } from './delivery/delivery-store.ts';
import { formReader } from '../forms/form-store.ts';
import { sendingParts } from './delivery/delivery-deps.ts';
import { signingWebhooks } from './signing-webhook-store.ts';
import type { DeliveryRules } from './delivery/attempt.ts';
import { presentTestAnswer } from './delivery/delivery.ts';
import { ping, type PingPorts } from './delivery/manual-attempt.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import { systemRandom } from '../core/random.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { Answer } from '../http/problem-document.ts';
import { testWebhook as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof signingWebhooks>, 'find'>;
  readonly ports: PingPorts;
  readonly rules: DeliveryRules;
}

/** Whatever the endpoint does is an answer of ours with status 200: the ping was sent, and this came of it. */
export function testWebhook({ forms, webhooks, ports, rules }: Parts) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<Answer> => {
    const { child } = await ownedChild(forms, caller.account_id, path['id'], webhooks.find);
    const outcome = await ping(child, ports, rules);
    return { status: 200, body: presentTestAnswer(outcome) };
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'WEBHOOKS_TABLE', 'DELIVERIES_TABLE'],
  (db, environment) => {
    const { ports, rules } = sendingParts(db);
    const createDelivery = deliveryStore(db, environment.DELIVERIES_TABLE).create;
    return testWebhook({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: signingWebhooks(db, environment.WEBHOOKS_TABLE),
      ports: { ...ports, createDelivery, random: systemRandom },
      rules,
    });
  },
);

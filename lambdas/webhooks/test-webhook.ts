/** `POST /v1/webhooks/{id}/test`: sends a test ping and returns the endpoint's response. */
import { auditedWebhook } from './audited-webhook.ts';
import { counterStore } from '../aws/counter-store.ts';
import { SECOND } from '../core/clock.ts';
import { RateLimited } from '../core/errors/errors.ts';
import { formReader } from '../forms/form-store.ts';
import { deliveryDeps } from './delivery/delivery-deps.ts';
import { assertOwnWebhook } from './apps/app-webhook.ts';
import { assertNoSubscription } from './subscriptions/refuse-subscription.ts';
import type { liveWebhookStore } from './apps/live-webhook-store.ts';
import type { DeliveryConfig } from './delivery/record-outcome.ts';
import { toTestResponse } from './delivery/delivery.ts';
import { ping, type PingDeps } from './delivery/run-delivery.ts';
import { pingCounter } from './ping-cap.ts';
import { ownedWebhook, type FormFinder } from '../auth/ownership.ts';
import { systemRandom } from '../core/random.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { testWebhook as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof liveWebhookStore>, 'find'>;
  readonly counters: Pick<ReturnType<typeof counterStore>, 'count'>;
  readonly deps: PingDeps;
  readonly config: DeliveryConfig;
}

/**
 * Sends a test ping. Responds with 200 even if the endpoint fails, because the body describes the outcome.
 */
export function testWebhook({ forms, webhooks, counters, deps, config }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const webhook = await ownedWebhook(forms, caller, path['id'], webhooks.find);
    assertOwnWebhook(caller, webhook);
    assertNoSubscription(webhook);
    return audit.around(auditedWebhook(webhook), async () => {
      const at = deps.now();
      const cap = pingCounter(webhook.webhook_id, at);
      if (!(await counters.count(cap))) {
        throw new RateLimited(
          `A webhook can get at most ${cap.limit} test pings per hour. Try again later.`,
          Math.max(1, Math.ceil((cap.endsAt - at) / SECOND)),
        );
      }
      const outcome = await ping(webhook, deps, config);
      return { status: 200, body: toTestResponse(outcome) };
    });
  };
}

export const handler = managementHandler(
  operation,
  ['COUNTERS_TABLE', 'FORMS_TABLE', 'DELIVERIES_TABLE'],
  (db, environment) => {
    const { deps, config } = deliveryDeps(db);
    return testWebhook({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: { find: deps.findWebhook },
      counters: counterStore(db, environment.COUNTERS_TABLE),
      deps: { ...deps, random: systemRandom },
      config,
    });
  },
);

/** `PATCH /v1/webhooks/{id}`: changes a webhook; a rotation shows the new secret, this once. */
import { formReader } from '../forms/form-store.ts';
import { checkWebhookTarget } from './sender/webhook-target.ts';
import { webhookStore } from './webhook-store.ts';
import { WEBHOOK_URL_VARIABLES, webhookUrlConfig } from './webhook-deps.ts';
import type { Clock } from '../core/clock.ts';
import { NotFound, ValidationFailed } from '../core/errors.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { newWebhookSecret, toWebhookView } from './webhook.ts';
import type { WebhookUrlConfig } from './webhook-url.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/problem-document.ts';
import { updateWebhook as operation } from '../operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find' | 'change'>;
  readonly urlConfig: WebhookUrlConfig;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Deliveries read the webhook at each attempt, so a change holds from the next attempt on. */
export function updateWebhook({ forms, webhooks, urlConfig, now, random }: Deps) {
  return async ({ path, body, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { child } = await ownedChild(forms, caller.account_id, path['id'], webhooks.find);
    const { form_id, webhook_id } = child;
    if (body.url !== undefined) {
      const target = checkWebhookTarget(body.url, urlConfig);
      if (!target.ok) throw new ValidationFailed([{ path: 'url', message: target.reason }]);
    }
    const secret = body.rotate_secret === true ? newWebhookSecret(random) : undefined;
    const change = { url: body.url, enabled: body.enabled, secret };
    // Read again rather than computed: another request may have changed another attribute at the same time.
    const changed =
      (await webhooks.change(form_id, webhook_id, change, now())) &&
      (await webhooks.find(form_id, webhook_id));
    if (!changed) throw new NotFound(`There is no "${webhook_id}".`);
    return { status: 200, body: { ...toWebhookView(changed), ...(secret !== undefined && { secret }) } };
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'WEBHOOKS_TABLE', ...WEBHOOK_URL_VARIABLES],
  (db, environment) =>
    updateWebhook({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      urlConfig: webhookUrlConfig(environment),
      now: Date.now,
      random: systemRandom,
    }),
);

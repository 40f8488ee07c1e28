/** `GET /v1/forms/{id}/webhooks`: lists a form's webhooks. */
import { deliveryCountReader } from './counts/delivery-count-store.ts';
import { formReader } from '../forms/form-store.ts';
import { webhookPage } from './webhook-page.ts';
import type { WebhookFacts } from './webhook-views.ts';
import { currentWebhooks, type CurrentWebhooks } from './subscriptions/current-webhook-store.ts';
import { webhookStore } from './webhook-store.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { listWebhooks as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'list'>;
  readonly current: CurrentWebhooks;
  readonly facts: WebhookFacts;
}

/** Lists the webhooks, newest first. Reads all of them in one query, because a form has only a few webhooks. */
export function listWebhooks({ forms, webhooks, current, facts }: Deps) {
  return async ({ path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form_id } = await ownedForm(forms, caller, path['id']);
    const body = await webhookPage(await current(await webhooks.list(form_id)), query, {
      list: `webhooks ${form_id}`,
      key: caller.cursor_key,
      facts,
    });
    return { status: 200, body };
  };
}

export const handler = managementHandler(
  operation,
  ['API_KEYS_TABLE', 'FORMS_TABLE', 'WEBHOOKS_TABLE', 'COUNTERS_TABLE'],
  (db, environment) =>
    listWebhooks({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      current: currentWebhooks(db, environment.API_KEYS_TABLE, Date.now),
      facts: { rates: deliveryCountReader(db, environment.COUNTERS_TABLE), now: Date.now },
    }),
);

/** `GET /v1/webhooks/{id}`: shows a webhook, without its secret. */
import { formReader } from '../forms/form-store.ts';
import { webhookStore } from './webhook-store.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import { toWebhookView } from './webhook.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getWebhook as operation } from '../operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find'>;
}

/** Shows one webhook of the account. */
export function getWebhook({ forms, webhooks }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { child } = await ownedChild(forms, caller.account_id, path['id'], webhooks.find);
    return { status: 200, body: toWebhookView(child) };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE', 'WEBHOOKS_TABLE'], (db, environment) =>
  getWebhook({
    forms: formReader(db, environment.FORMS_TABLE),
    webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
  }),
);

/** `GET /v1/forms/{id}/webhooks`: the webhooks of a form. */
import { formReader } from '../forms/form-store.ts';
import { webhookStore } from './webhook-store.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { toWebhookView } from './webhook.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/problem-document.ts';
import { listWebhooks as operation } from '../operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'list'>;
}

/** A form has ten webhooks at most, so there is one page. */
export function listWebhooks({ forms, webhooks }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form_id } = await ownedForm(forms, caller.account_id, path['id']);
    const rows = await webhooks.list(form_id);
    return { status: 200, body: { data: rows.map(toWebhookView), next_cursor: null } };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE', 'WEBHOOKS_TABLE'], (db, environment) =>
  listWebhooks({
    forms: formReader(db, environment.FORMS_TABLE),
    webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
  }),
);

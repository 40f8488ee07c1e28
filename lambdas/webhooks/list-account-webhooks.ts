/** `GET /v1/webhooks`: lists the account-wide webhooks, or all webhooks that the caller can see. */
import { deliveryCountReader } from './counts/delivery-count-store.ts';
import { canSeeAllForms } from '../auth/ownership.ts';
import { decodeCursor, encodeCursor } from '../core/web/pagination.ts';
import { formReader } from '../forms/form-store.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { allWebhooksOf, type WebhookPosition } from './all-webhooks.ts';
import { listAccountWebhooks as operation } from './webhook-operations.ts';
import { webhookPage } from './webhook-page.ts';
import { viewsOf, type WebhookFacts } from './webhook-views.ts';
import { webhookStore } from './webhook-store.ts';

interface Deps {
  readonly forms: Pick<ReturnType<typeof formReader>, 'find' | 'listOf'>;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'list'>;
  readonly facts: WebhookFacts;
}

/**
 * Lists account-wide webhooks, newest first. The list is empty for callers who can only access specific
 * forms. With `scope=all`, all accessible forms' webhooks follow.
 */
export function listAccountWebhooks({ forms, webhooks, facts }: Deps) {
  return async ({
    query: { scope, ...query },
    caller,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const key = caller.cursor_key;
    if (scope === 'all') {
      const list = `all webhooks ${caller.account_id}`;
      const after =
        query.cursor === undefined ? undefined : positionIn(decodeCursor(query.cursor, list, key));
      const { rows, next } = await allWebhooksOf({ forms, webhooks }, caller, query.limit, after);
      const next_cursor = next ? encodeCursor(next, list, key) : null;
      return { status: 200, body: { data: await viewsOf(rows, facts), next_cursor } };
    }
    const all = canSeeAllForms(caller) ? await webhooks.list(caller.account_id) : [];
    const body = await webhookPage(all, query, { list: `webhooks ${caller.account_id}`, key, facts });
    return { status: 200, body };
  };
}

const positionIn = ([
  formCreated = '',
  formId = '',
  created = '',
  id = '',
]: readonly string[]): WebhookPosition => [formCreated, formId, created, id];

export const handler = managementHandler(
  operation,
  ['COUNTERS_TABLE', 'FORMS_TABLE', 'WEBHOOKS_TABLE'],
  (db, environment) =>
    listAccountWebhooks({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      facts: { rates: deliveryCountReader(db, environment.COUNTERS_TABLE), now: Date.now },
    }),
);

/** `GET /v1/webhooks`: lists the account-wide webhooks. */
import { deliveryCountReader } from './counts/delivery-count-store.ts';
import { canSeeAllForms } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { listAccountWebhooks as operation } from './webhook-operations.ts';
import { webhookPage } from './webhook-page.ts';
import type { WebhookFacts } from './webhook-views.ts';
import { webhookStore } from './webhook-store.ts';

interface Deps {
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'list'>;
  readonly facts: WebhookFacts;
}

/**
 * Lists account-wide webhooks, newest first. The list is empty for callers who can only access specific
 * forms.
 */
export function listAccountWebhooks({ webhooks, facts }: Deps) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const all = canSeeAllForms(caller) ? await webhooks.list(caller.account_id) : [];
    const body = await webhookPage(all, query, {
      list: `webhooks ${caller.account_id}`,
      key: caller.cursor_key,
      facts,
    });
    return { status: 200, body };
  };
}

export const handler = managementHandler(operation, ['WEBHOOKS_TABLE', 'COUNTERS_TABLE'], (db, environment) =>
  listAccountWebhooks({
    webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
    facts: { rates: deliveryCountReader(db, environment.COUNTERS_TABLE), now: Date.now },
  }),
);

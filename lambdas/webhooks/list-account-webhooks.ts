/** `GET /v1/webhooks`: lists the account-wide webhooks, or all webhooks that the caller can see. */
import { deliveryCountReader } from './counts/delivery-count-store.ts';
import { canSeeAllForms } from '../auth/ownership.ts';
import { canSeeForm, type FormOwner } from '../core/caller.ts';
import { isFormId } from '../core/ids.ts';
import { decodeCursor, encodeCursor } from '../core/web/pagination.ts';
import { formReader } from '../forms/form-store.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { allWebhooksOf, type WebhookPosition } from './all-webhooks.ts';
import { listAccountWebhooks as operation } from './webhook-operations.ts';
import { webhookPage } from './webhook-page.ts';
import { viewsOf, type WebhookFacts } from './webhook-views.ts';
import { currentWebhooks, type CurrentWebhooks } from './subscriptions/current-webhook-store.ts';
import { ledgerReads } from './subscriptions/ledger-store.ts';
import { newestFirst, webhookStore } from './webhook-store.ts';
import type { Webhook } from './webhook.ts';

interface Deps {
  readonly forms: Pick<ReturnType<typeof formReader>, 'find' | 'listOf'>;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'list'>;
  readonly subscriptions: Pick<ReturnType<typeof ledgerReads>, 'ofAccount'>;
  readonly current: CurrentWebhooks;
  readonly facts: WebhookFacts;
}

/**
 * Lists account-wide webhooks and agents' subscriptions, newest first. Callers who can only access specific
 * forms only see subscriptions to those forms. With `scope=all`, all accessible forms' webhooks follow.
 */
export function listAccountWebhooks({ forms, webhooks, subscriptions, current, facts }: Deps) {
  const list = async (ownerId: string): Promise<Webhook[]> => current(await webhooks.list(ownerId));

  /** Returns the account-wide webhooks and the subscriptions to single forms. */
  const ofAccount = async (caller: FormOwner): Promise<Webhook[]> => {
    const [accountWide, agents] = await Promise.all([
      canSeeAllForms(caller) ? list(caller.account_id) : [],
      subscriptions.ofAccount(caller.account_id),
    ]);
    const ofForms = agents.filter(({ owner_id }) => isFormId(owner_id) && canSeeForm(caller, owner_id));
    return [...accountWide, ...ofForms].sort(newestFirst);
  };
  return async ({
    query: { scope, ...query },
    caller,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const key = caller.cursor_key;
    if (scope === 'all') {
      const name = `all webhooks ${caller.account_id}`;
      const after =
        query.cursor === undefined ? undefined : positionIn(decodeCursor(query.cursor, name, key));
      const { rows, next } = await allWebhooksOf({ forms, webhooks: { list } }, caller, query.limit, after);
      const next_cursor = next ? encodeCursor(next, name, key) : null;
      return { status: 200, body: { data: await viewsOf(rows, facts), next_cursor } };
    }
    const name = `webhooks ${caller.account_id}`;
    const body = await webhookPage(await ofAccount(caller), query, { list: name, key, facts });
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
  ['API_KEYS_TABLE', 'COUNTERS_TABLE', 'FORMS_TABLE', 'WEBHOOKS_TABLE'],
  (db, environment) =>
    listAccountWebhooks({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      subscriptions: ledgerReads(
        db,
        {
          apiKeys: environment.API_KEYS_TABLE,
          counters: environment.COUNTERS_TABLE,
          webhooks: environment.WEBHOOKS_TABLE,
        },
        Date.now,
      ),
      current: currentWebhooks(db, environment.API_KEYS_TABLE, Date.now),
      facts: { rates: deliveryCountReader(db, environment.COUNTERS_TABLE), now: Date.now },
    }),
);

/**
 * `POST /v1/webhooks`: creates a webhook for all of the account's forms. Returns its secret, which is never
 * shown again.
 */
import { auditedWebhook } from './audited-webhook.ts';
import { accountWebhookMarkStore } from '../accounts/account-webhook-mark-store.ts';
import { eventOwnerStore } from '../accounts/event-owner-store.ts';
import { deliveryCountReader } from './counts/delivery-count-store.ts';
import { assertSeesAllForms } from '../auth/ownership.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict, ValidationFailed } from '../core/errors/errors.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { createAccountWebhook as operation } from './webhook-operations.ts';
import { connectionGone, subscribedAgain, type PresentWebhooks } from './apps/app-webhook.ts';
import { appOf } from './apps/made-by-app.ts';
import { checkWebhookTarget } from './sender/webhook-target.ts';
import { accountWebhookCreationStore } from './webhook-creation-store.ts';
import { assertFiltersUsable } from '../forms/filters/filter.ts';
import { webhookStore } from './webhook-store.ts';
import { WEBHOOK_URL_VARIABLES, webhookUrlConfig } from './webhook-deps.ts';
import type { WebhookUrlConfig } from './webhook-url.ts';
import { newWebhook, toWebhookView } from './webhook.ts';

interface Deps {
  readonly webhooks: Pick<ReturnType<typeof accountWebhookCreationStore>, 'createWithin'> &
    PresentWebhooks['webhooks'];
  readonly mark: ReturnType<typeof accountWebhookMarkStore>;
  readonly eventOwners: ReturnType<typeof eventOwnerStore>;
  readonly facts: PresentWebhooks['facts'];
  readonly urlConfig: WebhookUrlConfig;
  /** Maximum number of account-wide webhooks per account. */
  readonly limit: number;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/**
 * Creates a webhook. Rejects callers who can only access specific forms, because the webhook receives all
 * forms' submissions.
 */
export function createAccountWebhook({
  webhooks,
  mark,
  eventOwners,
  facts,
  urlConfig,
  limit,
  now,
  random,
}: Deps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { account_id } = caller;
    assertSeesAllForms(caller);
    const target = checkWebhookTarget(body.url, urlConfig);
    if (!target.ok) throw new ValidationFailed([{ path: 'url', message: target.reason }]);
    await assertFiltersUsable([['filter', body.filter]]);
    const webhook = newWebhook({ account_id, owner_id: account_id }, body, now(), random, appOf(caller));
    await mark.remove(account_id);
    await eventOwners.add(webhook, body.events);
    const result = await webhooks.createWithin(limit, webhook, audit.rowOf(auditedWebhook(webhook)));
    if (result.kind === 'too-many') {
      throw new Conflict(`An account can have at most ${limit} account-wide webhooks. Delete one first.`);
    }
    if (result.kind === 'same-url') return subscribedAgain(webhook, result.webhookId, { webhooks, facts });
    if (result.kind === 'connection-gone') throw connectionGone();
    const view = toWebhookView(webhook, null, now());
    return {
      status: 201,
      headers: { etag: resourceTag(webhook.version, view) },
      body: { ...view, secret: webhook.secret },
    };
  };
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'CONNECTIONS_TABLE',
    'COUNTERS_TABLE',
    'MAX_WEBHOOKS_PER_ACCOUNT',
    'WEBHOOKS_TABLE',
    ...WEBHOOK_URL_VARIABLES,
  ],
  (db, environment) => {
    const tables = {
      accounts: environment.ACCOUNTS_TABLE,
      connections: environment.CONNECTIONS_TABLE,
      counters: environment.COUNTERS_TABLE,
      webhooks: environment.WEBHOOKS_TABLE,
    };
    return createAccountWebhook({
      webhooks: {
        ...webhookStore(db, tables.webhooks),
        ...accountWebhookCreationStore(db, tables, Date.now),
      },
      mark: accountWebhookMarkStore(db, tables, Date.now),
      eventOwners: eventOwnerStore(db, tables.accounts),
      facts: { rates: deliveryCountReader(db, tables.counters), now: Date.now },
      urlConfig: webhookUrlConfig(environment),
      limit: environment.MAX_WEBHOOKS_PER_ACCOUNT,
      now: Date.now,
      random: systemRandom,
    });
  },
);

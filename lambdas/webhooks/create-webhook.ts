/** `POST /v1/forms/{id}/webhooks`: creates a webhook. Returns its secret, which is never shown again. */
import { auditedWebhook } from './audited-webhook.ts';
import { eventOwnerStore } from '../accounts/event-owner-store.ts';
import { deliveryCountReader } from './counts/delivery-count-store.ts';
import { formReader } from '../forms/form-store.ts';
import { connectionGone, subscribedAgain, type PresentWebhooks } from './apps/app-webhook.ts';
import { appOf } from './apps/made-by-app.ts';
import { webhookCreationStore } from './webhook-creation-store.ts';
import { assertFiltersUsable } from '../forms/filters/filter.ts';
import { assertEventsAllowed } from './events/asked-events.ts';
import { webhookStore } from './webhook-store.ts';
import { checkWebhookTarget } from './sender/webhook-target.ts';
import { WEBHOOK_URL_VARIABLES, webhookUrlConfig } from './webhook-deps.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict, NotFound, ValidationFailed } from '../core/errors/errors.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import { newWebhook, toWebhookView } from './webhook.ts';
import type { WebhookUrlConfig } from './webhook-url.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { createWebhook as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookCreationStore>, 'createWithin'> &
    PresentWebhooks['webhooks'];
  readonly eventOwners: ReturnType<typeof eventOwnerStore>;
  readonly facts: PresentWebhooks['facts'];
  readonly urlConfig: WebhookUrlConfig;
  /** Maximum number of webhooks per form. */
  readonly limit: number;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/**
 * Creates a webhook. Validates the URL so that the owner learns about a mistake immediately. The sender
 * validates it again before each attempt.
 */
export function createWebhook({ forms, webhooks, eventOwners, facts, urlConfig, limit, now, random }: Deps) {
  return async ({ path, body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id']);
    const target = checkWebhookTarget(body.url, urlConfig);
    if (!target.ok) throw new ValidationFailed([{ path: 'url', message: target.reason }]);
    assertEventsAllowed(form.form_id, body.events);
    await assertFiltersUsable([['filter', body.filter]]);
    const { account_id, form_id } = form;
    const webhook = newWebhook({ account_id, owner_id: form_id }, body, now(), random, appOf(caller));
    await eventOwners.add(webhook, body.events);
    const result = await webhooks.createWithin(limit, webhook, audit.rowOf(auditedWebhook(webhook)));
    switch (result.kind) {
      case 'too-many':
        throw new Conflict(`A form can have at most ${limit} webhooks. Delete one first.`);
      case 'same-url':
        return subscribedAgain(webhook, result.webhookId, { webhooks, facts });
      case 'connection-gone':
        throw connectionGone();
      case 'form-gone':
        throw new NotFound(`There is no form "${form_id}".`);
      case 'stored':
        break;
    }
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
    'FORMS_TABLE',
    'FORM_SLUGS_TABLE',
    'MAX_WEBHOOKS_PER_FORM',
    'WEBHOOKS_TABLE',
    ...WEBHOOK_URL_VARIABLES,
  ],
  (db, environment) => {
    const tables = {
      connections: environment.CONNECTIONS_TABLE,
      counters: environment.COUNTERS_TABLE,
      forms: environment.FORMS_TABLE,
      formSlugs: environment.FORM_SLUGS_TABLE,
      webhooks: environment.WEBHOOKS_TABLE,
    };
    return createWebhook({
      forms: formReader(db, tables.forms),
      webhooks: { ...webhookStore(db, tables.webhooks), ...webhookCreationStore(db, tables, Date.now) },
      eventOwners: eventOwnerStore(db, environment.ACCOUNTS_TABLE),
      facts: { rates: deliveryCountReader(db, tables.counters), now: Date.now },
      urlConfig: webhookUrlConfig(environment),
      limit: environment.MAX_WEBHOOKS_PER_FORM,
      now: Date.now,
      random: systemRandom,
    });
  },
);

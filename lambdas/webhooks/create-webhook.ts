/** `POST /v1/forms/{id}/webhooks`: creates a webhook and shows its secret, this once. */
import { formReader } from '../forms/form-store.ts';
import { webhookCreationStore } from './webhook-creation-store.ts';
import { checkWebhookTarget } from './sender/webhook-target.ts';
import { WEBHOOK_URL_VARIABLES, webhookUrlConfig } from './webhook-deps.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict, NotFound, ValidationFailed } from '../core/errors.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { resourceTag } from '../core/resource-tag.ts';
import { SameWebhookUrl } from './same-webhook-url.ts';
import { newWebhook, toWebhookView } from './webhook.ts';
import type { WebhookUrlConfig } from './webhook-url.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { createWebhook as operation } from '../operations/webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: ReturnType<typeof webhookCreationStore>;
  readonly urlConfig: WebhookUrlConfig;
  /** How many webhooks a form may have. */
  readonly limit: number;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/**
 * The URL is checked here so that its owner hears of a mistake at once. The sender checks it again at each
 * attempt.
 */
export function createWebhook({ forms, webhooks, urlConfig, limit, now, random }: Deps) {
  return async ({ path, body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id']);
    const target = checkWebhookTarget(body.url, urlConfig);
    if (!target.ok) throw new ValidationFailed([{ path: 'url', message: target.reason }]);
    const webhook = newWebhook(form, body, now(), random);
    const result = await webhooks.createWithin(limit, webhook, audit.rowOf(webhook.webhook_id));
    switch (result.kind) {
      case 'too-many':
        throw new Conflict(`A form has at most ${limit} webhooks.`);
      case 'same-url':
        throw new SameWebhookUrl(webhook, result.webhookId);
      case 'form-gone':
        throw new NotFound(`There is no form "${form.form_id}".`);
      case 'stored':
        break;
    }
    const view = toWebhookView(webhook, null);
    return {
      status: 201,
      headers: { etag: resourceTag(webhook.version, view) },
      body: { ...view, secret: webhook.secret },
    };
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'WEBHOOKS_TABLE', 'COUNTERS_TABLE', 'MAX_WEBHOOKS_PER_FORM', ...WEBHOOK_URL_VARIABLES],
  (db, environment) =>
    createWebhook({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookCreationStore(
        db,
        {
          webhooks: environment.WEBHOOKS_TABLE,
          counters: environment.COUNTERS_TABLE,
          forms: environment.FORMS_TABLE,
        },
        Date.now,
      ),
      urlConfig: webhookUrlConfig(environment),
      limit: environment.MAX_WEBHOOKS_PER_FORM,
      now: Date.now,
      random: systemRandom,
    }),
);

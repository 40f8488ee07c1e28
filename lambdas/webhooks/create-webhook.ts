import { formReader } from '../forms/form-store.ts';
import { webhookCreationStore } from './webhook-creation-store.ts';
import { checkWebhookTarget } from './sender/webhook-target.ts';
import { URL_RULES_VARIABLES, webhookUrlRules } from './webhook-url-config.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict, NotFound, ValidationFailed } from '../core/errors.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { MAX_WEBHOOKS, newWebhook, toWebhookView } from './webhook.ts';
import type { WebhookUrlRules } from './webhook-url.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { createWebhook as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder;
  readonly webhooks: ReturnType<typeof webhookCreationStore>;
  readonly urlRules: WebhookUrlRules;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** The address is checked here as a courtesy; the rule is kept at each attempt. */
export function createWebhook({ forms, webhooks, urlRules, now, random }: Parts) {
  return async ({ path, body, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller.account_id, path['id']);
    const target = checkWebhookTarget(body.url, urlRules);
    if (!target.ok) throw new ValidationFailed([{ path: 'url', message: target.reason }]);
    const webhook = newWebhook(form, body.url, now(), random);
    switch (await webhooks.createWithin(MAX_WEBHOOKS, webhook, form)) {
      case 'too-many':
        throw new Conflict(`A form has at most ${MAX_WEBHOOKS} webhooks.`);
      case 'form-gone':
        throw new NotFound(`There is no form "${form.form_id}".`);
      case 'stored':
        break;
    }
    return { status: 201, body: { ...toWebhookView(webhook), secret: webhook.secret } };
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'WEBHOOKS_TABLE', 'COUNTERS_TABLE', ...URL_RULES_VARIABLES],
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
      urlRules: webhookUrlRules(environment),
      now: Date.now,
      random: systemRandom,
    }),
);

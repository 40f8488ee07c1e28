import { formReader } from '../adapters/form-store.ts';
import { checkWebhookTarget } from '../adapters/webhook-target.ts';
import { webhookStore } from '../adapters/webhook-store.ts';
import type { Clock } from '../domain/clock.ts';
import { Conflict, ValidationFailed } from '../domain/failures.ts';
import { ownedForm, type FormFinder } from '../domain/ownership.ts';
import { systemRandom, type RandomBytes } from '../domain/random.ts';
import { MAX_WEBHOOKS, newWebhook, presentWebhook } from '../domain/webhook.ts';
import type { WebhookUrlRules } from '../domain/webhook-url.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { Answer } from '../http/problem-document.ts';
import { createWebhook as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'list' | 'create'>;
  readonly urlRules: WebhookUrlRules;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** The address is checked here as a courtesy; the rule is kept at each attempt. */
export function createWebhook({ forms, webhooks, urlRules, now, random }: Parts) {
  return async ({ path, body, caller }: HttpRequest<typeof operation>): Promise<Answer> => {
    const { form_id } = await ownedForm(forms, caller.account_id, path['id']);
    const target = checkWebhookTarget(body.url, urlRules);
    if (!target.ok) throw new ValidationFailed([{ path: 'url', message: target.reason }]);
    if ((await webhooks.list(form_id)).length >= MAX_WEBHOOKS) {
      throw new Conflict(`A form has at most ${MAX_WEBHOOKS} webhooks.`);
    }
    const webhook = newWebhook(form_id, body.url, now(), random);
    await webhooks.create(webhook);
    return { status: 201, body: { ...presentWebhook(webhook), secret: webhook.secret } };
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'WEBHOOKS_TABLE', 'ALLOW_HTTP_WEBHOOKS', 'ALLOW_PRIVATE_WEBHOOK_TARGETS', 'BASE_URL'],
  (db, environment) =>
    createWebhook({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      urlRules: {
        allowHttp: environment.ALLOW_HTTP_WEBHOOKS,
        allowPrivateTargets: environment.ALLOW_PRIVATE_WEBHOOK_TARGETS,
        ownHosts: [new URL(environment.BASE_URL).hostname],
      },
      now: Date.now,
      random: systemRandom,
    }),
);

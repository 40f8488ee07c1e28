/** `POST /v1/reply-templates`: creates a reply template. */
import { managementHandler } from '../../auth/management-handler.ts';
import { assertSeesAllForms } from '../../auth/ownership.ts';
import type { Clock } from '../../core/clock.ts';
import { ValidationFailed } from '../../core/errors/errors.ts';
import { systemRandom, type RandomBytes } from '../../core/random.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { createReplyTemplate as operation } from './reply-operations.ts';
import { replyTemplateStore } from './reply-template-store.ts';
import { MAX_TEMPLATES, newReplyTemplate, toReplyTemplateView } from './reply-template.ts';

interface Deps {
  readonly templates: Pick<ReturnType<typeof replyTemplateStore>, 'create'>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Creates a template, which all of the account's members can use. */
export function createReplyTemplate({ templates, now, random }: Deps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertSeesAllForms(caller);
    const created = newReplyTemplate(caller.account_id, body, now(), random);
    if ((await templates.create(created, audit.rowOf(created.reply_key))) === 'too-many')
      throw new ValidationFailed([
        {
          path: '',
          message: `An account can have at most ${MAX_TEMPLATES} reply templates. Delete one first.`,
        },
      ]);
    return { status: 201, body: toReplyTemplateView(created) };
  };
}

export const handler = managementHandler(operation, ['REPLIES_TABLE'], (db, environment) =>
  createReplyTemplate({
    templates: replyTemplateStore(db, environment.REPLIES_TABLE),
    now: Date.now,
    random: systemRandom,
  }),
);

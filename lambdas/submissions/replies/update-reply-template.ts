/** `PATCH /v1/reply-templates/{id}`: changes a reply template. */
import { managementHandler } from '../../auth/management-handler.ts';
import { assertSeesAllForms } from '../../auth/ownership.ts';
import { NotFound } from '../../core/errors/errors.ts';
import { isReplyTemplateId } from '../../core/ids.ts';
import { message } from '../../core/errors/message.ts';
import { plainText } from '../../core/text/text.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { updateReplyTemplate as operation } from './reply-operations.ts';
import { replyTemplateStore } from './reply-template-store.ts';
import { toReplyTemplateView } from './reply-template.ts';

interface Deps {
  readonly templates: Pick<ReturnType<typeof replyTemplateStore>, 'change'>;
}

/** Changes only the properties in the request. */
export function updateReplyTemplate({ templates }: Deps) {
  return async ({ path, body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertSeesAllForms(caller);
    const { id = '' } = path;
    const { text, ...others } = body;
    const changes = { ...others, ...(text !== undefined && { text: plainText(text) }) };
    const changed = isReplyTemplateId(id)
      ? await templates.change(caller.account_id, id, changes, audit.rowOf(id))
      : undefined;
    if (!changed) throw new NotFound(message('no-such-thing', { id }));
    return { status: 200, body: toReplyTemplateView(changed) };
  };
}

export const handler = managementHandler(operation, ['REPLIES_TABLE'], (db, environment) =>
  updateReplyTemplate({ templates: replyTemplateStore(db, environment.REPLIES_TABLE) }),
);

/** `DELETE /v1/reply-templates/{id}`: deletes a reply template. */
import { managementHandler } from '../../auth/management-handler.ts';
import { assertSeesAllForms } from '../../auth/ownership.ts';
import { NotFound } from '../../core/errors/errors.ts';
import { isReplyTemplateId } from '../../core/ids.ts';
import { message } from '../../core/errors/message.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { deleteReplyTemplate as operation } from './reply-operations.ts';
import { replyTemplateStore } from './reply-template-store.ts';

interface Deps {
  readonly templates: Pick<ReturnType<typeof replyTemplateStore>, 'remove'>;
}

/** Deletes a template. Replies that were written with the template don't change. */
export function deleteReplyTemplate({ templates }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertSeesAllForms(caller);
    const { id = '' } = path;
    if (!isReplyTemplateId(id) || !(await templates.remove(caller.account_id, id, audit.rowOf(id))))
      throw new NotFound(message('no-such-thing', { id }));
    return { status: 204 };
  };
}

export const handler = managementHandler(operation, ['REPLIES_TABLE'], (db, environment) =>
  deleteReplyTemplate({ templates: replyTemplateStore(db, environment.REPLIES_TABLE) }),
);

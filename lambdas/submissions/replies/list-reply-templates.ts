/** `GET /v1/reply-templates`: lists the account's reply templates. */
import { managementHandler } from '../../auth/management-handler.ts';
import { decodeCursor, encodeCursor } from '../../core/web/pagination.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { listReplyTemplates as operation } from './reply-operations.ts';
import { replyTemplateStore } from './reply-template-store.ts';
import { toReplyTemplateView } from './reply-template.ts';

interface Deps {
  readonly templates: Pick<ReturnType<typeof replyTemplateStore>, 'list'>;
}

/** Lists the account's templates, newest first. */
export function listReplyTemplates({ templates }: Deps) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const list = 'reply-templates';
    const [after] = query.cursor ? decodeCursor(query.cursor, list, caller.cursor_key) : [];
    const { rows, next } = await templates.list(caller.account_id, query.limit, after);
    return {
      status: 200,
      body: {
        data: rows.map(toReplyTemplateView),
        next_cursor: next === undefined ? null : encodeCursor([next], list, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(operation, ['REPLIES_TABLE'], (db, environment) =>
  listReplyTemplates({ templates: replyTemplateStore(db, environment.REPLIES_TABLE) }),
);

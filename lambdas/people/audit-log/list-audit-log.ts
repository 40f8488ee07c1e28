/** `GET /v1/audit-log`: lists changes to the account and who made them. */
import { decodeCursor, encodeCursor } from '../../core/web/pagination.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { listAuditLog as operation } from './audit-operations.ts';
import { auditReader } from '../../audit/audit-log-store.ts';
import { auditList, auditRowMatches } from './audit-query.ts';

interface Deps {
  readonly log: ReturnType<typeof auditReader>;
}

export function listAuditLog({ log }: Deps) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { limit, cursor, ...filter } = query;
    const list = auditList(filter);
    const [after] = cursor === undefined ? [] : decodeCursor(cursor, list, caller.cursor_key);
    const { actor, action, since, until } = filter;
    const selection = {
      since,
      until,
      matches: auditRowMatches({ actor, action }, caller),
      isFiltered: [actor, action, caller.form_ids].some((each) => each !== undefined),
    };
    const { rows, next } = await log.list(caller.account_id, selection, limit, after);
    return {
      status: 200,
      body: {
        data: rows,
        next_cursor: next === undefined ? null : encodeCursor([next], list, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(operation, ['AUDIT_EVENTS_TABLE'], (db, environment) =>
  listAuditLog({ log: auditReader(db, environment.AUDIT_EVENTS_TABLE, Date.now) }),
);

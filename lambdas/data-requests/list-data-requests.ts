/** `GET /v1/data-requests`: lists the account's data requests, newest first. */
import { managementHandler } from '../auth/management-handler.ts';
import { decodeCursor, encodeCursor } from '../core/web/pagination.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { toDataRequestView } from './data-request-view.ts';
import { listDataRequests as operation } from './data-request-operations.ts';
import { dataRequestStore } from './data-request-store.ts';
import type { RequestRecords } from './request-records.ts';
import { assertMayAnswer } from './owned-data-request.ts';

const LIST = 'data-requests';

/** Lists the requests without download links. */
export function listDataRequests({ requests }: { readonly requests: Pick<RequestRecords, 'list'> }) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayAnswer(caller);
    const { limit, cursor } = query;
    const [after] = cursor === undefined ? [] : decodeCursor(cursor, LIST, caller.cursor_key);
    const { rows, next } = await requests.list(caller.account_id, limit, after);
    return {
      status: 200,
      body: {
        data: rows.map((row) => toDataRequestView(row, undefined)),
        next_cursor: next === undefined ? null : encodeCursor([next], LIST, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(operation, ['FORM_JOBS_TABLE'], (db, environment) =>
  listDataRequests({ requests: dataRequestStore(db, environment.FORM_JOBS_TABLE) }),
);

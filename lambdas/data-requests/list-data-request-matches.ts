/** `GET /v1/data-requests/{id}/matches`: lists the submissions that a data request found. */
import { managementHandler } from '../auth/management-handler.ts';
import { decodeCursor, encodeCursor } from '../core/web/pagination.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { hasEnded } from './data-request.ts';
import { toMatchView } from './data-request-view.ts';
import { listDataRequestMatches as operation } from './data-request-operations.ts';
import { dataRequestStore } from './data-request-store.ts';
import type { RequestRecords } from './request-records.ts';
import { assertMayAnswer, ownedDataRequest } from './owned-data-request.ts';

interface Deps {
  readonly requests: Pick<RequestRecords, 'find' | 'matches'>;
}

export function listDataRequestMatches({ requests }: Deps) {
  return async ({ path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayAnswer(caller);
    const request = await ownedDataRequest(requests, caller, path['id']);
    const { kind: id } = request;
    const { limit, cursor } = query;
    const list = `matches ${id}`;
    const [after] = cursor === undefined ? [] : decodeCursor(cursor, list, caller.cursor_key);
    // Return no matches for an ended request, because they are being deleted.
    if (hasEnded(request)) return { status: 200, body: { data: [], next_cursor: null } };
    const { rows, next } = await requests.matches(id, limit, after);
    return {
      status: 200,
      body: {
        data: rows.map(toMatchView),
        next_cursor: next === undefined ? null : encodeCursor([next], list, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(operation, ['FORM_JOBS_TABLE'], (db, environment) =>
  listDataRequestMatches({ requests: dataRequestStore(db, environment.FORM_JOBS_TABLE) }),
);

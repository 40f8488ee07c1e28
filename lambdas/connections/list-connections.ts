/** `GET /v1/connections`: lists the apps that members have authorized. */
import { decodeCursor, encodeCursor, pageOfAll } from '../core/web/pagination.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { listConnections as operation } from './connection-operations.ts';
import { connectionStore } from '../auth/connections/connection-store.ts';
import {
  seesAllConnections,
  canSeeConnection,
  toConnectionView,
  type ConnectionViewer,
} from './connection-view.ts';

interface Deps {
  readonly connections: Pick<ReturnType<typeof connectionStore>, 'list' | 'ofMember'>;
}

/** Lists the connections that the caller can see, newest first. */
export function listConnections({ connections }: Deps) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { account_id, cursor_key: key } = caller;
    if (!seesAllConnections(caller)) {
      const { member_id }: ConnectionViewer = caller;
      const all = member_id === undefined ? [] : await connections.ofMember(account_id, member_id);
      const { rows, next_cursor } = pageOfAll(
        all.filter((each) => canSeeConnection(caller, each)),
        ({ connection_id }) => [connection_id],
        query,
        { list: `connections ${member_id ?? ''}`, key },
      );
      return { status: 200, body: { data: rows.map((row) => toConnectionView(row)), next_cursor } };
    }
    const list = 'connections';
    const [after] = query.cursor ? decodeCursor(query.cursor, list, key) : [];
    const { rows, next } = await connections.list(account_id, query.limit, after);
    return {
      status: 200,
      body: {
        data: rows.map((row) => toConnectionView(row)),
        next_cursor: next === undefined ? null : encodeCursor([next], list, key),
      },
    };
  };
}

export const handler = managementHandler(operation, ['CONNECTIONS_TABLE'], (db, environment) =>
  listConnections({ connections: connectionStore(db, environment.CONNECTIONS_TABLE) }),
);

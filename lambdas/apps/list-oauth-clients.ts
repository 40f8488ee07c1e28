/** `GET /v1/oauth-clients`: lists the account's apps. */
import type { Clock } from '../core/clock.ts';
import { decodeCursor, encodeCursor } from '../core/web/pagination.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { listOauthClients as operation } from './app-operations.ts';
import { appReader } from './app-store.ts';
import { toAppView } from './app.ts';

interface Deps {
  readonly apps: Pick<ReturnType<typeof appReader>, 'list'>;
  readonly now: Clock;
}

/** Lists the account's apps, newest first. */
export function listOauthClients({ apps, now }: Deps) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const list = 'oauth-clients';
    const [after] = query.cursor ? decodeCursor(query.cursor, list, caller.cursor_key) : [];
    const { rows, next } = await apps.list(caller.account_id, query.limit, after);
    const at = now();
    return {
      status: 200,
      body: {
        data: rows.map((row) => toAppView(row, at)),
        next_cursor: next === undefined ? null : encodeCursor([next], list, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(operation, ['OAUTH_CLIENTS_TABLE'], (db, environment) =>
  listOauthClients({ apps: appReader(db, environment.OAUTH_CLIENTS_TABLE), now: Date.now }),
);

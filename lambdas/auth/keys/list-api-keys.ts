/** `GET /v1/api-keys`: lists the account's API keys. */
import { accountKeyList } from './account-key-store.ts';
import { toApiKeyView } from './api-key.ts';
import { encodeCursor, decodeCursor } from '../../core/web/pagination.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import { managementHandler } from '../management-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { listApiKeys as operation } from './api-key-operations.ts';

interface Deps {
  readonly keys: ReturnType<typeof accountKeyList>;
}

/** Lists the account's keys, newest first, including revoked ones. */
export function listApiKeys({ keys }: Deps) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const list = 'api-keys';
    const [after] = query.cursor ? decodeCursor(query.cursor, list, caller.cursor_key) : [];
    const { rows, next } = await keys.list(caller.account_id, query.limit, after);
    return {
      status: 200,
      body: {
        data: rows.map(toApiKeyView),
        next_cursor: next === undefined ? null : encodeCursor([next], list, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNT_KEYS_TABLE', 'API_KEYS_TABLE'],
  (db, environment) =>
    listApiKeys({
      keys: accountKeyList(db, {
        accountKeys: environment.ACCOUNT_KEYS_TABLE,
        apiKeys: environment.API_KEYS_TABLE,
      }),
    }),
);

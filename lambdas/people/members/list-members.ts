/** `GET /v1/members`: lists the account's members. */
import { decodeCursor, encodeCursor } from '../../core/web/pagination.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { listMembers as operation } from '../people-operations.ts';
import { memberStore } from './member-store.ts';
import { toMemberView } from '../../auth/member.ts';

interface Deps {
  readonly members: Pick<ReturnType<typeof memberStore>, 'list'>;
}

/** Lists the account's members, most recently invited first. Includes members with an expired invitation. */
export function listMembers({ members }: Deps) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const list = 'members';
    const [after] = query.cursor ? decodeCursor(query.cursor, list, caller.cursor_key) : [];
    const { rows, next } = await members.list(caller.account_id, query.limit, after);
    return {
      status: 200,
      body: {
        data: rows.map(toMemberView),
        next_cursor: next === undefined ? null : encodeCursor([next], list, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(operation, ['MEMBERS_TABLE'], (db, environment) =>
  listMembers({ members: memberStore(db, environment.MEMBERS_TABLE) }),
);

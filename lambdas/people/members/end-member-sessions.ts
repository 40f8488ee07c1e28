/** `DELETE /v1/members/{id}/sessions`: ends all of a member's sessions. */
import { auditedMember } from '../../auth/member.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { endMemberSessions as operation } from '../people-operations.ts';
import { sessionStore } from '../../auth/sessions/session-store.ts';
import { memberIdOf, noSuchMember } from './member-limits.ts';
import { memberStore } from './member-store.ts';

interface Deps {
  readonly members: Pick<ReturnType<typeof memberStore>, 'find'>;
  readonly sessions: Pick<ReturnType<typeof sessionStore>, 'endAll'>;
}

/** Ends all of a member's sessions. The member can sign in again. */
export function endMemberSessions({ members, sessions }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const member_id = memberIdOf(path);
    const { account_id } = caller;
    const member = await members.find(account_id, member_id);
    if (!member) throw noSuchMember(member_id);
    return audit.around(auditedMember(member, caller.cursor_key), async () => {
      await sessions.endAll({ account_id, member_id });
      return { status: 204 };
    });
  };
}

export const handler = managementHandler(operation, ['MEMBERS_TABLE', 'SESSIONS_TABLE'], (db, environment) =>
  endMemberSessions({
    members: memberStore(db, environment.MEMBERS_TABLE),
    sessions: sessionStore(db, environment.SESSIONS_TABLE),
  }),
);

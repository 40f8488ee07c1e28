/** `DELETE /v1/members/{id}`: removes a member. */
import { auditedMember } from '../../auth/member.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { removeMember as operation } from '../people-operations.ts';
import { connectionStore } from '../../auth/connections/connection-store.ts';
import { sessionStore } from '../../auth/sessions/session-store.ts';
import { lastOwner, memberIdOf, noSuchMember } from './member-limits.ts';
import { membershipStore } from './membership-store.ts';

interface Deps {
  readonly members: Pick<ReturnType<typeof membershipStore>, 'remove'>;
  readonly sessions: Pick<ReturnType<typeof sessionStore>, 'endAll'>;
  readonly connections: Pick<ReturnType<typeof connectionStore>, 'endAllOfMember'>;
}

/** Removes a member. Their sessions and connections stop working immediately and are deleted. */
export function removeMember({ members, sessions, connections }: Deps) {
  return async ({
    path,
    caller,
    audit,
    runInBackground,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const member_id = memberIdOf(path);
    const { account_id } = caller;
    const { outcome } = await members.remove(account_id, member_id, (before) =>
      audit.rowOf(auditedMember(before, caller.cursor_key)),
    );
    switch (outcome) {
      case 'changed':
        runInBackground(sessions.endAll({ account_id, member_id }));
        runInBackground(connections.endAllOfMember(account_id, member_id));
        return { status: 204 };
      case 'last-owner':
        throw lastOwner();
      case 'no-such-member':
        throw noSuchMember(member_id);
    }
  };
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'CONNECTIONS_TABLE',
    'IDENTITIES_TABLE',
    'INVITATIONS_TABLE',
    'MEMBERS_TABLE',
    'SESSIONS_TABLE',
  ],
  (db, environment) =>
    removeMember({
      members: membershipStore(db, {
        accounts: environment.ACCOUNTS_TABLE,
        identities: environment.IDENTITIES_TABLE,
        invitations: environment.INVITATIONS_TABLE,
        members: environment.MEMBERS_TABLE,
      }),
      sessions: sessionStore(db, environment.SESSIONS_TABLE),
      connections: connectionStore(db, environment.CONNECTIONS_TABLE),
    }),
);

/** `GET /v1/assignees`: lists the members that submissions can be assigned to. */
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { listAssignees as operation } from './assignee-operations.ts';
import { assigneeStore } from './assignee-store.ts';
import { toAssigneesView } from './assignee.ts';

interface Deps {
  readonly assignees: Pick<ReturnType<typeof assigneeStore>, 'list'>;
}

/** Lists all members of the account who have signed in and share at least one form with the caller. */
export function listAssignees({ assignees }: Deps) {
  return async ({ caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => ({
    status: 200,
    body: toAssigneesView(await assignees.list(caller.account_id), caller),
  });
}

export const handler = managementHandler(operation, ['MEMBERS_TABLE'], (db, environment) =>
  listAssignees({ assignees: assigneeStore(db, environment.MEMBERS_TABLE) }),
);

/** `DELETE /v1/labels/{id}`: deletes a label. */
import { assertSeesAllForms } from '../../auth/ownership.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { deleteLabel as operation } from './label-operations.ts';
import { labelStore } from './label-store.ts';
import { auditedLabel, withoutLabel } from './label.ts';

interface Deps {
  readonly labels: Pick<ReturnType<typeof labelStore>, 'change'>;
}

/**
 * Deletes a label. Submissions keep the label's id, but it is ignored when they are read, so the label
 * disappears from all submissions immediately. The id is never reused.
 */
export function deleteLabel({ labels }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertSeesAllForms(caller);
    const { id = '' } = path;
    await labels.change(
      caller.account_id,
      (before) => ({ labels: withoutLabel(before, id) }),
      (_planned, before) => audit.rowOf(auditedLabel(before, id)),
    );
    return { status: 204 };
  };
}

export const handler = managementHandler(operation, ['ACCOUNTS_TABLE'], (db, environment) =>
  deleteLabel({ labels: labelStore(db, environment.ACCOUNTS_TABLE) }),
);

/** `PATCH /v1/labels/{id}`: changes a label. */
import { assertSeesAllForms } from '../../auth/ownership.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { updateLabel as operation } from './label-operations.ts';
import { labelStore } from './label-store.ts';
import { auditedLabel, withChangedLabel } from './label.ts';

interface Deps {
  readonly labels: Pick<ReturnType<typeof labelStore>, 'change'>;
}

/** Changes a label's name and color. */
export function updateLabel({ labels }: Deps) {
  return async ({ path, body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertSeesAllForms(caller);
    const { id = '' } = path;
    const { changed } = await labels.change(
      caller.account_id,
      (before) => withChangedLabel(before, id, body),
      (_planned, before) => audit.rowOf(auditedLabel(before, id)),
    );
    return { status: 200, body: changed };
  };
}

export const handler = managementHandler(operation, ['ACCOUNTS_TABLE'], (db, environment) =>
  updateLabel({ labels: labelStore(db, environment.ACCOUNTS_TABLE) }),
);

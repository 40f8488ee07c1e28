/** `GET /v1/labels`: lists the account's labels. */
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { listLabels as operation } from './label-operations.ts';
import { labelStore } from './label-store.ts';

interface Deps {
  readonly labels: Pick<ReturnType<typeof labelStore>, 'find'>;
}

/** Lists all labels, oldest first. */
export function listLabels({ labels }: Deps) {
  return async ({ caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => ({
    status: 200,
    body: { data: await labels.find(caller.account_id) },
  });
}

export const handler = managementHandler(operation, ['ACCOUNTS_TABLE'], (db, environment) =>
  listLabels({ labels: labelStore(db, environment.ACCOUNTS_TABLE) }),
);

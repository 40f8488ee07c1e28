/** `GET /v1/imports/{id}`: returns an import's progress. */
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { toImportView } from './import.ts';
import { getImport as operation } from './import-operations.ts';
import { importStore } from './import-store.ts';
import { assertMayImport, ownedImport } from './owned-import.ts';

interface Deps {
  readonly imports: Pick<ReturnType<typeof importStore>, 'find'>;
}

export function getImport({ imports }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayImport(caller);
    return { status: 200, body: toImportView(await ownedImport(imports, caller, path['id'])) };
  };
}

export const handler = managementHandler(operation, ['FORM_JOBS_TABLE'], (db, environment) =>
  getImport({ imports: importStore(db, environment.FORM_JOBS_TABLE) }),
);

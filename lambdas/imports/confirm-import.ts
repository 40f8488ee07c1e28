/** `POST /v1/imports/{id}/confirm`: imports the rows that a dry run checked. */
import { managementHandler } from '../auth/management-handler.ts';
import { timestamp, type Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors/errors.ts';
import { formJobQueue } from '../forms/jobs/form-job-queue.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { toImportView, type ImportMessage } from './import.ts';
import { confirmImport as operation } from './import-operations.ts';
import { importStore } from './import-store.ts';
import { assertMayImport, ownedImport } from './owned-import.ts';

interface Deps {
  readonly imports: Pick<ReturnType<typeof importStore>, 'find' | 'replace'>;
  readonly queue: { startImport(message: ImportMessage): Promise<void> };
  readonly now: Clock;
}

export function confirmImport({ imports, queue, now }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayImport(caller);
    const ready = await ownedImport(imports, caller, path['id']);
    const at = timestamp(now());
    const confirmed =
      ready.status === 'ready'
        ? await imports.replace(
            ready,
            { ...ready, status: 'importing', done: 0, spam: 0, confirmed_at: at, touched_at: at },
            audit.rowOf(ready.form_id, [
              { member: 'import', to: [ready.kind] },
              { member: 'rows', to: [String(ready.rows)] },
            ]),
          )
        : undefined;
    if (!confirmed)
      throw new Conflict('Only an import with the status "ready" can be confirmed. Read the import again.');
    await queue.startImport({ import_id: confirmed.kind });
    return { status: 202, body: toImportView(confirmed) };
  };
}

export const handler = managementHandler(
  operation,
  ['FORM_JOBS_QUEUE_URL', 'FORM_JOBS_TABLE'],
  (db, environment) =>
    confirmImport({
      imports: importStore(db, environment.FORM_JOBS_TABLE),
      queue: formJobQueue(environment.FORM_JOBS_QUEUE_URL),
      now: Date.now,
    }),
);

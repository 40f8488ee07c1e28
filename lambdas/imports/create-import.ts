/** `POST /v1/forms/{id}/imports`: starts an import, which then waits for its file. */
import { managementHandler } from '../auth/management-handler.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import type { Clock } from '../core/clock.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import { formReader } from '../forms/form-store.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { newImport, pathOfImport, toImportView } from './import.ts';
import { importFileStore } from './import-file-store.ts';
import { createImport as operation } from './import-operations.ts';
import { importStore } from './import-store.ts';
import { assertMayImport } from './owned-import.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly imports: Pick<ReturnType<typeof importStore>, 'create'>;
  readonly files: Pick<ReturnType<typeof importFileStore>, 'presign'>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

export function createImport({ forms, imports, files, now, random }: Deps) {
  return async ({ path, body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayImport(caller);
    const form = await ownedForm(forms, caller, path['id']);
    const created = newImport(form, body, now(), random);
    const upload = await files.presign(created);
    const { form_id: id, name } = form;
    await imports.create(
      created,
      audit.rowOf({ id, name }, [
        { member: 'import', to: [created.kind] },
        { member: 'format', to: [created.format] },
        ...(created.from ? [{ member: 'from', to: [created.from] }] : []),
      ]),
    );
    return {
      status: 201,
      headers: { location: pathOfImport(created) },
      body: { ...toImportView(created), upload },
    };
  };
}

export const handler = managementHandler(
  operation,
  ['EXPORTS_BUCKET', 'FORMS_TABLE', 'FORM_JOBS_TABLE'],
  (db, environment) =>
    createImport({
      forms: formReader(db, environment.FORMS_TABLE),
      imports: importStore(db, environment.FORM_JOBS_TABLE),
      files: importFileStore(s3Client(), environment.EXPORTS_BUCKET),
      now: Date.now,
      random: systemRandom,
    }),
);

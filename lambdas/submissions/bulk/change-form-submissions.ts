/** `POST /v1/forms/{id}/submissions/bulk`: updates all of a form's submissions that match a filter. */
import { managementHandler } from '../../auth/management-handler.ts';
import { ownedForm, type FormFinder } from '../../auth/ownership.ts';
import type { FormWithoutSecrets } from '../../forms/form.ts';
import { formReader } from '../../forms/form-store.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { changeFormSubmissions as operation } from '../submission-operations.ts';
import { pathOfBulkJob, toBulkJobView } from './bulk-job.ts';
import { bulkJobStarter } from './bulk-job-deps.ts';
import { startBulkJob, type BulkJobStarter } from './start-bulk-job.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly bulkJobs: BulkJobStarter;
}

export function changeFormSubmissions({ forms, bulkJobs }: Deps) {
  return async ({ path, body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id']);
    const { filter, ...change } = body;
    const { form_id: ownerId, name: formName } = form;
    const request = { caller, audit, ownerId, formName, forms: [form], change, filter };
    const job = await startBulkJob(request, bulkJobs);
    return { status: 202, headers: { location: pathOfBulkJob(job) }, body: toBulkJobView(job) };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE'], (db, environment) =>
  changeFormSubmissions({ forms: formReader(db, environment.FORMS_TABLE), bulkJobs: bulkJobStarter(db) }),
);

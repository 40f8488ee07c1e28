/**
 * `GET /v1/forms/{id}/fields`: lists a form's declared fields or, if it declares none, the fields found in
 * its latest submissions.
 */
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { rowsThatFit } from '../core/web/pagination.ts';
import { formReader } from '../forms/form-store.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { listFields as operation } from './analytics-operations.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { declaredFields, fieldsOf, LOOKED_AT } from './field-guess.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'list'>;
}

/** Lists a form's fields. Ignores spam, which often contains made-up fields. */
export function listFields({ forms, submissions }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id']);
    const { rows } = await submissions.list(form, { status: 'received' }, LOOKED_AT, undefined);
    const fields = form.fields.length > 0 ? declaredFields(form.fields, rows) : fieldsOf(rows);
    return { status: 200, body: { data: fields.slice(0, rowsThatFit(fields)) } };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE', 'SUBMISSIONS_TABLE'], (db, environment) =>
  listFields({
    forms: formReader(db, environment.FORMS_TABLE),
    submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
  }),
);

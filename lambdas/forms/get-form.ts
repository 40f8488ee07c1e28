/** `GET /v1/forms/{id}`: shows a form. */
import { formReader } from './form-store.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { toFormView } from './form.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/problem-document.ts';
import { getForm as operation } from '../operations.ts';

/** Shows one form of the account. */
export function getForm({ forms, emailEnabled }: { forms: FormFinder; emailEnabled: boolean }) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => ({
    status: 200,
    body: toFormView(await ownedForm(forms, caller.account_id, path['id']), { emailEnabled }),
  });
}

export const handler = managementHandler(operation, ['FORMS_TABLE', 'EMAIL_ENABLED'], (db, environment) =>
  getForm({
    forms: formReader(db, environment.FORMS_TABLE),
    emailEnabled: environment.EMAIL_ENABLED,
  }),
);

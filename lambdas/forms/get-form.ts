/** `GET /v1/forms/{id}`: shows a form. */
import { formReader } from './form-store.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { recipientStatusStore } from '../emails/recipients/recipient-store.ts';
import { toFormView } from './form.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getForm as operation } from '../operations/form-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly statusesOf: ReturnType<typeof recipientStatusStore>;
  readonly emailEnabled: boolean;
}

/** Shows one form of the account. */
export function getForm({ forms, statusesOf, emailEnabled }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id']);
    return { status: 200, body: toFormView(form, { emailEnabled, statusOf: await statusesOf([form]) }) };
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'EMAIL_ENABLED', 'FORMS_TABLE', 'RECIPIENTS_TABLE'],
  (db, environment) =>
    getForm({
      forms: formReader(db, environment.FORMS_TABLE),
      statusesOf: recipientStatusStore(db, {
        recipients: environment.RECIPIENTS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
      }),
      emailEnabled: environment.EMAIL_ENABLED,
    }),
);

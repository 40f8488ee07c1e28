/** `GET /v1/forms/{id}`: returns a form by its ID or slug. */
import { formCountReader, type ReadFormCounts } from './counts/form-count-store.ts';
import { formIdReader, formReader } from './form-store.ts';
import { readerOf } from '../core/caller.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { recipientStatusStore } from './recipients/recipient-store.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import { toFormView } from './form-view.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getForm as operation } from './form-operations.ts';
import type { FormWithoutSecrets } from './form.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly idOfSlug: ReturnType<typeof formIdReader>;
  readonly statusesOf: ReturnType<typeof recipientStatusStore>;
  readonly countsOf: ReadFormCounts;
  readonly emailEnabled: boolean;
}

/** Returns one of the account's forms. */
export function getForm({ forms, idOfSlug, statusesOf, countsOf, emailEnabled }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id'], idOfSlug);
    const [statusOf, counts] = await Promise.all([
      statusesOf([form]),
      countsOf([form.form_id], readerOf(caller)),
    ]);
    const view = toFormView(form, { emailEnabled, statusOf, countsOf: counts });
    return { status: 200, headers: { etag: resourceTag(form.version, view) }, body: view };
  };
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'COUNTERS_TABLE',
    'EMAIL_ENABLED',
    'FORM_SLUGS_TABLE',
    'FORMS_TABLE',
    'RECIPIENTS_TABLE',
  ],
  (db, environment) =>
    getForm({
      forms: formReader(db, environment.FORMS_TABLE),
      idOfSlug: formIdReader(db, environment.FORM_SLUGS_TABLE),
      statusesOf: recipientStatusStore(db, {
        recipients: environment.RECIPIENTS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
      }),
      countsOf: formCountReader(db, environment.COUNTERS_TABLE),
      emailEnabled: environment.EMAIL_ENABLED,
    }),
);

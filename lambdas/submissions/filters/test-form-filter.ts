/** `POST /v1/forms/{id}/filters/test`: tests a filter on a form's newest submissions. */
import { ownedForm, type FormFinder } from '../../auth/ownership.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import type { Clock } from '../../core/clock.ts';
import { formReader } from '../../forms/form-store.ts';
import type { FormWithoutSecrets } from '../../forms/form.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { PageReader } from '../search/submission-pages.ts';
import { submissionStore } from '../submission-store.ts';
import { testFormFilter as operation } from './filter-operations.ts';
import { tryFilter } from './filter-trial.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly submissions: PageReader;
  readonly now: Clock;
}

/** Tests the filter on the form's newest submissions. */
export function testFormFilter({ forms, ...deps }: Deps) {
  return async ({ path, body, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id']);
    return { status: 200, body: await tryFilter(body.filter, [form], deps) };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE', 'SUBMISSIONS_TABLE'], (db, environment) =>
  testFormFilter({
    forms: formReader(db, environment.FORMS_TABLE),
    submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
    now: Date.now,
  }),
);

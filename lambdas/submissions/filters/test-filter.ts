/** `POST /v1/filters/test`: tests a filter on the newest submissions to all of the account's forms. */
import { managementHandler } from '../../auth/management-handler.ts';
import type { Clock } from '../../core/clock.ts';
import { formReader } from '../../forms/form-store.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { PageReader } from '../search/submission-pages.ts';
import { submissionStore } from '../submission-store.ts';
import { MAX_FORMS_LISTED } from '../submissions-query.ts';
import { testFilter as operation } from './filter-operations.ts';
import { tryFilter } from './filter-trial.ts';

interface Deps {
  readonly forms: Pick<ReturnType<typeof formReader>, 'listOf'>;
  readonly submissions: PageReader;
  readonly now: Clock;
}

/** Tests the filter on the newest submissions to all forms that the caller can access. */
export function testFilter({ forms, ...deps }: Deps) {
  return async ({ body, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { rows } = await forms.listOf(caller, MAX_FORMS_LISTED, undefined);
    return { status: 200, body: await tryFilter(body.filter, rows, deps) };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE', 'SUBMISSIONS_TABLE'], (db, environment) =>
  testFilter({
    forms: formReader(db, environment.FORMS_TABLE),
    submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
    now: Date.now,
  }),
);

/** `GET /v1/forms/{id}/submissions`: lists and searches a form's submissions. */
import { formReader } from '../forms/form-store.ts';
import { submissionStore } from './submission-store.ts';
import { indexedSearchStore } from './search-index/indexed-search-store.ts';
import type { Clock } from '../core/clock.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { encodeCursor, decodeCursor } from '../core/web/pagination.ts';
import { submissionIdOf, ulidOf } from '../core/ids.ts';
import {
  submissionPage,
  toPageView,
  type PageReader,
  type SubmissionPage,
} from './search/submission-pages.ts';
import { readerOf } from '../core/caller.ts';
import { criteriaOf } from './handling/criteria.ts';
import type { HandlingDeps } from './handling/checked-change.ts';
import { handlingDeps, nameReader } from './handling/handling-deps.ts';
import { NO_NAMES, type NameReader } from './handling/names.ts';
import { filterOf, submissionList } from './submissions-query.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { listSubmissions as operation } from './submission-operations.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'list'> & PageReader;
  readonly handling: HandlingDeps;
  readonly names: NameReader;
  readonly baseUrl: string;
  readonly now: Clock;
}

/**
 * Lists a form's submissions, newest first. A cursor contains a submission id, so new submissions don't shift
 * the pages.
 */
export function listSubmissions({ forms, submissions, handling, names, baseUrl, now }: Deps) {
  return async ({ path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id']);
    const { form_id } = form;
    const { limit, cursor, ...selection } = query;
    const filter = await criteriaOf({ ...filterOf(selection), reader: readerOf(caller) }, caller, handling);
    const list = submissionList(form_id, filter);
    const [after] = cursor ? decodeCursor(cursor, list, caller.cursor_key) : [];
    const search = (): Promise<SubmissionPage> =>
      submissionPage([form], filter, { limit, after: after && ulidOf(after) }, submissions, now);
    const read = async (): Promise<SubmissionPage> => {
      const { rows, next } = await submissions.list(form, filter, limit, after);
      return { rows, next: next && ulidOf(next) };
    };
    const page = await (filter.q === undefined ? read() : search());
    return {
      status: 200,
      body: toPageView(page, filter, {
        shape: selection.shape,
        links: { baseUrl, now: now() },
        names: selection.shape ? NO_NAMES : await names.namesOf(caller.account_id, page.rows),
        formsSince: Date.parse(form.created_at),
        cursorOf: (place) => encodeCursor([submissionIdOf(form_id, place)], list, caller.cursor_key),
      }),
    };
  };
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'BASE_URL',
    'EXPORTS_BUCKET',
    'FORM_JOBS_TABLE',
    'FORMS_TABLE',
    'MEMBERS_TABLE',
    'SUBMISSIONS_TABLE',
  ],
  (db, environment) =>
    listSubmissions({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: {
        ...submissionStore(db, environment.SUBMISSIONS_TABLE),
        index: indexedSearchStore(db, environment),
      },
      handling: handlingDeps(db, environment),
      names: nameReader(db, environment),
      baseUrl: environment.BASE_URL,
      now: Date.now,
    }),
);

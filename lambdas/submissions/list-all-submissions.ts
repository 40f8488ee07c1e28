/** `GET /v1/submissions`: lists and searches the submissions to all of the account's forms. */
import { formReader } from '../forms/form-store.ts';
import { submissionStore } from './submission-store.ts';
import { indexedSearchStore } from './search-index/indexed-search-store.ts';
import type { Clock } from '../core/clock.ts';
import { encodeCursor, decodeCursor } from '../core/web/pagination.ts';
import { submissionPage, toPageView, type PageReader } from './search/submission-pages.ts';
import { readerOf } from '../core/caller.ts';
import { criteriaOf } from './handling/criteria.ts';
import type { HandlingDeps } from './handling/checked-change.ts';
import { handlingDeps, nameReader } from './handling/handling-deps.ts';
import { NO_NAMES, type NameReader } from './handling/names.ts';
import { filterOf, MAX_FORMS_LISTED, submissionList } from './submissions-query.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { listAllSubmissions as operation } from './submission-operations.ts';

interface Deps {
  readonly forms: Pick<ReturnType<typeof formReader>, 'listOf'>;
  readonly submissions: PageReader;
  readonly handling: HandlingDeps;
  readonly names: NameReader;
  readonly baseUrl: string;
  readonly now: Clock;
}

/**
 * Lists the submissions to all forms that the caller can access, newest first. A cursor represents a point in
 * time, so new submissions don't shift the pages.
 */
export function listAllSubmissions({ forms, submissions, handling, names, baseUrl, now }: Deps) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { limit, cursor, ...selection } = query;
    const filter = await criteriaOf({ ...filterOf(selection), reader: readerOf(caller) }, caller, handling);
    const list = submissionList('of this account', filter);
    const [after] = cursor ? decodeCursor(cursor, list, caller.cursor_key) : [];
    const { rows } = await forms.listOf(caller, MAX_FORMS_LISTED, undefined);
    const page = await submissionPage(rows, filter, { limit, after }, submissions, now);
    return {
      status: 200,
      body: toPageView(page, filter, {
        shape: selection.shape,
        links: { baseUrl, now: now() },
        names: selection.shape ? NO_NAMES : await names.namesOf(caller.account_id, page.rows),
        formsSince: Math.min(now(), ...rows.map(({ created_at }) => Date.parse(created_at))),
        cursorOf: (place) => encodeCursor([place], list, caller.cursor_key),
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
    listAllSubmissions({
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

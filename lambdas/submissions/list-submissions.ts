/** `GET /v1/forms/{id}/submissions`: lists the submissions of a form. */
import { formReader } from '../forms/form-store.ts';
import { submissionStore } from './submission-store.ts';
import type { Clock } from '../core/clock.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { encodeCursor, decodeCursor, rowsThatFit } from '../core/pagination.ts';
import { submissionList } from './submissions-query.ts';
import { toSubmissionView } from './submission.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/problem-document.ts';
import { listSubmissions as operation } from '../operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'list'>;
  readonly baseUrl: string;
  readonly now: Clock;
}

/** Lists a form's submissions, newest first. A page starts after a submission, so newer ones do not shift it. */
export function listSubmissions({ forms, submissions, baseUrl, now }: Deps) {
  return async ({ path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form_id } = await ownedForm(forms, caller.account_id, path['id']);
    const { limit, cursor, ...filter } = query;
    const list = submissionList(form_id, filter);
    const [after] = cursor ? decodeCursor(cursor, list, caller.cursor_key) : [];
    const { rows, next } = await submissions.list(form_id, filter, limit, after);
    const shown = rows.map((row) => toSubmissionView(row, { baseUrl, now: now() }));
    const fitting = rowsThatFit(shown);
    const last = fitting < rows.length ? rows[fitting - 1]?.submission_id : next;
    return {
      status: 200,
      body: {
        data: shown.slice(0, fitting),
        next_cursor: last === undefined ? null : encodeCursor([last], list, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(
  operation,
  ['BASE_URL', 'FORMS_TABLE', 'SUBMISSIONS_TABLE'],
  (db, environment) =>
    listSubmissions({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      baseUrl: environment.BASE_URL,
      now: Date.now,
    }),
);

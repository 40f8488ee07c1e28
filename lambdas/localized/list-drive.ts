/** `GET /{locale}/api/drive/list`: lists the account's forms with their latest submissions. */
import { readerOf } from '../core/caller.ts';
import { formCountReader, type ReadFormCounts } from '../forms/counts/form-count-store.ts';
import { formReader, type FormPosition } from '../forms/form-store.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import type { Clock } from '../core/clock.ts';
import { DrivePage } from './drive-page.ts';
import type { DriveEntryView } from './localized-submission.ts';
import { recipientStatusStore } from '../forms/recipients/recipient-store.ts';
import { toFormView, type FormSurroundings } from '../forms/form-view.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import { encodeCursor, decodeCursor } from '../core/web/pagination.ts';
import { submissionList } from '../submissions/submissions-query.ts';
import { toPostedSubmissionView } from '../submissions/submission.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { localizedFormat } from './localized-format.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { listDrive as operation } from './localized-operations.ts';

interface Deps {
  readonly forms: Pick<ReturnType<typeof formReader>, 'listOf'>;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'list'>;
  readonly baseUrl: string;
  readonly now: Clock;
  readonly statusesOf: ReturnType<typeof recipientStatusStore>;
  readonly countsOf: ReadFormCounts;
  readonly emailEnabled: boolean;
}

const LIST = 'drive';
/** Number of submissions listed for each form. */
const LATEST = 25;
/** Number of forms to read submissions from in parallel. */
const CONCURRENCY = 5;

/**
 * Lists forms with their latest submissions, newest form first. Ends the page early if the response would be
 * too large.
 */
export function listDrive({ forms, submissions, statusesOf, countsOf, baseUrl, now, emailEnabled }: Deps) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const cursorAfter = (formId: string) => (submissionId: string) =>
      encodeCursor([submissionId], submissionList(formId), caller.cursor_key);
    const entryOf = async (
      form: FormWithoutSecrets,
      surroundings: FormSurroundings,
    ): Promise<DriveEntryView> => {
      const { rows, next } = await submissions.list(form, {}, LATEST, undefined);
      return {
        form: toFormView(form, surroundings),
        submissions: rows.map((row) => toPostedSubmissionView(row, { baseUrl, now: now() })),
        next_cursor: next === undefined ? null : cursorAfter(form.form_id)(next),
      };
    };

    const { rows, next } = await forms.listOf(caller, query.limit, startOf(query.cursor, caller.cursor_key));
    const [statusOf, counts] = await Promise.all([
      statusesOf(rows),
      countsOf(
        rows.map(({ form_id }) => form_id),
        readerOf(caller),
      ),
    ]);
    const surroundings = { emailEnabled, statusOf, countsOf: counts };
    const page = new DrivePage();
    for (let start = 0; start < rows.length && page.entries.length === start; start += CONCURRENCY) {
      const entries = await Promise.all(
        rows.slice(start, start + CONCURRENCY).map((row) => entryOf(row, surroundings)),
      );
      entries.every((entry) => page.add(entry, cursorAfter(entry.form.id)));
    }
    const last = rows[page.entries.length - 1];
    const isWhole = page.entries.length === rows.length;
    const end: FormPosition | undefined = isWhole ? next : last && [last.created_at, last.form_id];
    return {
      status: 200,
      body: { data: page.entries, next_cursor: end ? encodeCursor(end, LIST, caller.cursor_key) : null },
    };
  };
}

function startOf(cursor: string | undefined, key: string): FormPosition | undefined {
  const [createdAt, formId] = cursor === undefined ? [] : decodeCursor(cursor, LIST, key);
  return createdAt !== undefined && formId !== undefined ? [createdAt, formId] : undefined;
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'BASE_URL',
    'COUNTERS_TABLE',
    'EMAIL_ENABLED',
    'FORMS_TABLE',
    'RECIPIENTS_TABLE',
    'SUBMISSIONS_TABLE',
  ],
  (db, environment) =>
    listDrive({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      statusesOf: recipientStatusStore(db, {
        recipients: environment.RECIPIENTS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
      }),
      baseUrl: environment.BASE_URL,
      now: Date.now,
      countsOf: formCountReader(db, environment.COUNTERS_TABLE),
      emailEnabled: environment.EMAIL_ENABLED,
    }),
  localizedFormat,
);

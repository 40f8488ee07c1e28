/** `GET /v1/forms`: lists the account's forms. */
import { formCountReader, type ReadFormCounts } from './counts/form-count-store.ts';
import { formReader } from './form-store.ts';
import { recipientStatusStore } from './recipients/recipient-store.ts';
import { toFormView } from './form-view.ts';
import { formList, formMatcher } from './forms-query.ts';
import { readerOf } from '../core/caller.ts';
import { encodeCursor, decodeCursor } from '../core/web/pagination.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { listForms as operation } from './form-operations.ts';

interface Deps {
  readonly forms: Pick<ReturnType<typeof formReader>, 'listOf'>;
  readonly statusesOf: ReturnType<typeof recipientStatusStore>;
  readonly countsOf: ReadFormCounts;
  readonly emailEnabled: boolean;
}

/** Lists the forms that the caller can see and that match the filter, newest first. */
export function listForms({ forms, statusesOf, countsOf, emailEnabled }: Deps) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const list = formList(query);
    const matches = formMatcher(query);
    const [createdAt, formId] = query.cursor ? decodeCursor(query.cursor, list, caller.cursor_key) : [];
    const after =
      createdAt !== undefined && formId !== undefined ? ([createdAt, formId] as const) : undefined;
    const { rows, next } = await forms.listOf(caller, query.limit, after, matches);
    const [statusOf, counts] = await Promise.all([
      statusesOf(rows),
      countsOf(
        rows.map(({ form_id }) => form_id),
        readerOf(caller),
      ),
    ]);
    return {
      status: 200,
      body: {
        data: rows.map((row) => toFormView(row, { emailEnabled, statusOf, countsOf: counts })),
        next_cursor: next ? encodeCursor(next, list, caller.cursor_key) : null,
      },
    };
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'COUNTERS_TABLE', 'EMAIL_ENABLED', 'FORMS_TABLE', 'RECIPIENTS_TABLE'],
  (db, environment) =>
    listForms({
      forms: formReader(db, environment.FORMS_TABLE),
      statusesOf: recipientStatusStore(db, {
        recipients: environment.RECIPIENTS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
      }),
      countsOf: formCountReader(db, environment.COUNTERS_TABLE),
      emailEnabled: environment.EMAIL_ENABLED,
    }),
);

import { formReader } from './form-store.ts';
import { presentForm } from './form.ts';
import { cursorOf, positionOf } from '../core/pagination.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { Answer } from '../http/problem-document.ts';
import { listForms as operation } from '../operations.ts';

interface Parts {
  readonly forms: Pick<ReturnType<typeof formReader>, 'list'>;
  readonly emailEnabled: boolean;
}

export function listForms({ forms, emailEnabled }: Parts) {
  return async ({ query, caller }: HttpRequest<typeof operation>): Promise<Answer> => {
    const list = 'forms';
    const [createdAt, formId] = query.cursor ? positionOf(query.cursor, list, caller.cursor_key) : [];
    const after =
      createdAt !== undefined && formId !== undefined ? ([createdAt, formId] as const) : undefined;
    const { rows, next } = await forms.list(caller.account_id, query.limit, after);
    return {
      status: 200,
      body: {
        data: rows.map((row) => presentForm(row, { emailEnabled })),
        next_cursor: next ? cursorOf(next, list, caller.cursor_key) : null,
      },
    };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE', 'EMAIL_ENABLED'], (db, environment) =>
  listForms({
    forms: formReader(db, environment.FORMS_TABLE),
    emailEnabled: environment.EMAIL_ENABLED,
  }),
);

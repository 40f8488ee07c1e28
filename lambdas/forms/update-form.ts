import { formReader, formWriter } from '../adapters/form-store.ts';
import type { Clock } from '../domain/clock.ts';
import { Conflict } from '../domain/failures.ts';
import { changedForm, presentForm } from '../domain/form.ts';
import { ownedForm, type FormFinder } from '../domain/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { Answer } from '../http/problem-document.ts';
import { updateForm as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder & Pick<ReturnType<typeof formWriter>, 'replace'>;
  readonly now: Clock;
  readonly emailEnabled: boolean;
}

/** Times that a change is made again on top of another one that came first. */
const TRIES = 5;

/** Changes the given fields and no others; two changes at once both take effect. */
export function updateForm({ forms, now, emailEnabled }: Parts) {
  return async ({ path, body, caller }: HttpRequest<typeof operation>): Promise<Answer> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await ownedForm(forms, caller.account_id, path['id']);
      const after = changedForm(before, body, now());
      switch (await forms.replace(before, after)) {
        case 'written':
          return { status: 200, body: presentForm(after, { emailEnabled }) };
        case 'slug-taken':
          throw new Conflict(`The slug "${after.slug}" is taken.`);
        case 'changed-meanwhile':
      }
    }
    throw new Conflict('The form is being changed by others at the same time; try again.');
  };
}

const variables = ['FORMS_TABLE', 'FORM_SLUGS_TABLE', 'EMAIL_ENABLED'] as const;

export const handler = managementHandler(operation, variables, (db, environment) =>
  updateForm({
    forms: {
      ...formReader(db, environment.FORMS_TABLE),
      ...formWriter(db, { forms: environment.FORMS_TABLE, slugs: environment.FORM_SLUGS_TABLE }),
    },
    now: Date.now,
    emailEnabled: environment.EMAIL_ENABLED,
  }),
);

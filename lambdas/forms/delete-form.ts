import { formJobQueue } from '../form-jobs/form-job-queue.ts';
import { formChanger, formReader } from './form-store.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors.ts';
import { newFormJob } from '../form-jobs/form-job.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { deleteForm as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder & Pick<ReturnType<typeof formChanger>, 'remove'>;
  readonly chores: Pick<ReturnType<typeof formJobQueue>, 'start'>;
  readonly now: Clock;
}

/** Times that the form is read again because it was changed in between. */
const TRIES = 5;

/**
 * The form and its slug are gone when this answers; what is below it goes in the background. Quota that was used
 * stays used.
 */
export function deleteForm({ forms, chores, now }: Parts) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const form = await ownedForm(forms, caller.account_id, path['id']);
      const removal = newFormJob('removal', form, now());
      if (await forms.remove(form, removal)) {
        await chores.start(removal);
        return { status: 204 };
      }
    }
    throw new Conflict('The form is being changed by others at the same time; try again.');
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'FORM_SLUGS_TABLE', 'FORM_JOBS_TABLE', 'FORM_JOBS_QUEUE_URL'],
  (db, environment) =>
    deleteForm({
      forms: {
        ...formReader(db, environment.FORMS_TABLE),
        ...formChanger(db, {
          forms: environment.FORMS_TABLE,
          slugs: environment.FORM_SLUGS_TABLE,
          chores: environment.FORM_JOBS_TABLE,
        }),
      },
      chores: formJobQueue(environment.FORM_JOBS_QUEUE_URL),
      now: Date.now,
    }),
);

import { formJobQueue } from '../form-jobs/form-job-queue.ts';
import { formChanger, formReader } from './form-store.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors.ts';
import { applyFormPatch, toFormView } from './form.ts';
import { newFormJob } from '../form-jobs/form-job.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { updateForm as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder & Pick<ReturnType<typeof formChanger>, 'replace'>;
  readonly chores: Pick<ReturnType<typeof formJobQueue>, 'start'>;
  readonly now: Clock;
  readonly emailEnabled: boolean;
}

/** Times that a change is made again on top of another one that came first. */
const TRIES = 5;

/**
 * Changes the given fields and no others; two changes at once both take effect. A new retention holds for the
 * submissions that are there too, in the background.
 */
export function updateForm({ forms, chores, now, emailEnabled }: Parts) {
  return async ({ path, body, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await ownedForm(forms, caller.account_id, path['id']);
      const after = applyFormPatch(before, body, now());
      const redating =
        before.retention_days === after.retention_days ? undefined : newFormJob('retention', after, now());
      switch (await forms.replace(before, after, redating)) {
        case 'written':
          if (redating) await chores.start(redating);
          return { status: 200, body: toFormView(after, { emailEnabled }) };
        case 'slug-taken':
          throw new Conflict(`The slug "${after.slug}" is taken.`);
        case 'changed-meanwhile':
      }
    }
    throw new Conflict('The form is being changed by others at the same time; try again.');
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE', 'FORM_SLUGS_TABLE', 'FORM_JOBS_TABLE', 'FORM_JOBS_QUEUE_URL', 'EMAIL_ENABLED'],
  (db, environment) =>
    updateForm({
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
      emailEnabled: environment.EMAIL_ENABLED,
    }),
);

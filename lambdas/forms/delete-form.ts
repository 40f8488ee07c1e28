/** `DELETE /v1/forms/{id}`: deletes a form. */
import { formJobQueue } from './jobs/form-job-queue.ts';
import { formChanger, formReader } from './form-store.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors/errors.ts';
import { assertIfMatch } from '../core/web/resource-tag.ts';
import { newFormJob } from './jobs/form-job.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { deleteForm as operation } from './form-operations.ts';
import type { FormWithoutSecrets } from './form.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets> & Pick<ReturnType<typeof formChanger>, 'remove'>;
  readonly jobs: Pick<ReturnType<typeof formJobQueue>, 'start'>;
  readonly now: Clock;
}

/** Maximum number of attempts to delete a form while other callers are changing it. */
const MAX_ATTEMPTS = 5;

/**
 * Deletes the form and its slug immediately. A form job deletes its webhooks, submissions and files in the
 * background. Doesn't release any used quota.
 */
export function deleteForm({ forms, jobs, now }: Deps) {
  return async ({ event, path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const form = await ownedForm(forms, caller, path['id']);
      assertIfMatch(event.headers, form.version);
      const deletionJob = newFormJob('deletion', form, now());
      if (await forms.remove(form, deletionJob, audit.rowOf({ id: form.form_id, name: form.name }))) {
        await jobs.start(deletionJob);
        return { status: 204 };
      }
    }
    throw new Conflict('Other requests are changing this form at the moment. Please try again.');
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
          jobs: environment.FORM_JOBS_TABLE,
        }),
      },
      jobs: formJobQueue(environment.FORM_JOBS_QUEUE_URL),
      now: Date.now,
    }),
);

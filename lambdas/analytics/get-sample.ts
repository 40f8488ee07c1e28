/** `GET /v1/forms/{id}/sample`: returns a sample event in the format that the form's webhooks receive. */
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import type { Clock } from '../core/clock.ts';
import { formReader } from '../forms/form-store.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getSample as operation } from './analytics-operations.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { readEvent } from '../submissions/events/event-envelope.ts';
import { sampleSubmission } from '../submissions/sample-submission.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'list'>;
  readonly baseUrl: string;
  readonly now: Clock;
}

/**
 * Returns the event of the latest accepted submission, or an example event if the form has no accepted
 * submissions.
 */
export function getSample({ forms, submissions, baseUrl, now }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id']);
    const { rows } = await submissions.list(form, { status: 'received' }, 1, undefined);
    const submission = rows[0] ?? sampleSubmission(form, form.fields);
    const at = now();
    return { status: 200, body: readEvent(submission, { baseUrl, now: at }, at) };
  };
}

export const handler = managementHandler(
  operation,
  ['BASE_URL', 'FORMS_TABLE', 'SUBMISSIONS_TABLE'],
  (db, environment) =>
    getSample({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      baseUrl: environment.BASE_URL,
      now: Date.now,
    }),
);

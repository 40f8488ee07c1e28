/** `DELETE /v1/submissions/{id}`: deletes a submission. */
import { submissionEmailStore } from './email-log/email-log-store.ts';
import { formReader } from '../forms/form-store.ts';
import { submissionChanges } from './submission-change-store.ts';
import { submissionStore } from './submission-store.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import { PreconditionFailed } from '../core/errors/errors.ts';
import { expectedVersion } from '../core/web/resource-tag.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { deleteSubmission as operation } from './submission-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'> &
    Pick<ReturnType<typeof submissionChanges>, 'remove'>;
  readonly emails: Pick<ReturnType<typeof submissionEmailStore>, 'remove'>;
}

/**
 * Deletes a submission and its e-mail log, and stops its pending deliveries. The table's stream triggers the
 * deletion of its files.
 */
export function deleteSubmission({ forms, submissions, emails }: Deps) {
  return async ({ event, path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { child } = await ownedChild(forms, caller, path['id'], submissions.find);
    const { form_id, submission_id } = child;
    const expected = expectedVersion(event.headers, child.version);
    const row = audit.rowOf(submission_id);
    if (expected) {
      // The caller expects a specific version, so delete the submission first. If its version has changed,
      // nothing is deleted.
      const isRemoved = await submissions.remove(child, { audit: row, expected });
      if (!isRemoved && (await submissions.find(form_id, submission_id))) throw new PreconditionFailed();
      await emails.remove(form_id, submission_id);
      return { status: 204 };
    }
    // The caller accepts any version, so delete the e-mail log first. If that fails, the submission still
    // exists, and the caller can repeat the request.
    await emails.remove(form_id, submission_id);
    await submissions.remove(child, { audit: row });
    return { status: 204 };
  };
}

export const handler = managementHandler(
  operation,
  ['EMAILS_TABLE', 'FORMS_TABLE', 'SUBMISSIONS_TABLE'],
  (db, environment) =>
    deleteSubmission({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: {
        ...submissionStore(db, environment.SUBMISSIONS_TABLE),
        ...submissionChanges(db, environment.SUBMISSIONS_TABLE),
      },
      emails: submissionEmailStore(db, environment.EMAILS_TABLE),
    }),
);

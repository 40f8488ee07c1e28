/** `PATCH /v1/submissions/{id}`: changes the status of a submission, marks it as read, stars it, notes something. */
import { changeOwnedSubmission, type SubmissionChangeDeps } from './change-owned-submission.ts';
import { submissionChangeDeps } from './submission-deps.ts';
import { toSubmissionView } from './submission.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { updateSubmission as operation } from '../operations/submission-operations.ts';

interface Deps extends SubmissionChangeDeps {
  readonly baseUrl: string;
}

/** Changes a submission, all members of the body at once or none. */
export function updateSubmission({ baseUrl, ...deps }: Deps) {
  return async ({ path, body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const after = await changeOwnedSubmission(caller, path['id'], body, { ...deps, rowOf: audit.rowOf });
    return { status: 200, body: toSubmissionView(after, { baseUrl, now: deps.config.now() }) };
  };
}

export const handler = managementHandler(operation, ['BASE_URL'], (db, environment) =>
  updateSubmission({ ...submissionChangeDeps(db), baseUrl: environment.BASE_URL }),
);

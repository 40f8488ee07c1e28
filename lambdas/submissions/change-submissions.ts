/** `POST /v1/submissions/bulk`: updates up to a hundred submissions. */
import { Logger } from '@aws-lambda-powertools/logger';
import { submissionEmailStore } from './email-log/email-log-store.ts';
import { ownedChild } from '../auth/ownership.ts';
import { isProblem } from '../core/errors.ts';
import { mapInParallel } from '../core/map-in-parallel.ts';
import { memoize } from '../core/memoize.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { problemResponse } from '../http/problem-document.ts';
import { changeSubmissions as operation } from './submission-operations.ts';
import { patchOfAction, type BulkView } from './bulk-change.ts';
import { changeOwnedSubmission, type SubmissionChangeDeps } from './change-owned-submission.ts';
import { submissionChanges } from './submission-change-store.ts';
import { submissionChangeDeps } from './submission-deps.ts';

interface Deps extends SubmissionChangeDeps {
  readonly remove: ReturnType<typeof submissionChanges>['remove'];
  readonly emails: Pick<ReturnType<typeof submissionEmailStore>, 'remove'>;
  readonly baseUrl: string;
}

/** Number of submissions to change in parallel. */
const CONCURRENCY = 10;

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Applies the action to each submission independently. If one submission fails, the others are still updated.
 */
export function changeSubmissions({ forms, remove, emails, baseUrl, ...deps }: Deps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const patch = patchOfAction[body.action];
    const formOf = memoize((formId: string) => forms.find(caller.account_id, formId));
    const ownForms = { find: (_accountId: string, formId: string) => formOf(formId) };
    const change = async (id: string): Promise<void> => {
      if (patch) {
        await changeOwnedSubmission(caller, id, patch, { ...deps, forms: ownForms, rowOf: audit.rowOf });
      } else {
        const { child } = await ownedChild(ownForms, caller, id, deps.moderation.find);
        await emails.remove(child.form_id, child.submission_id);
        await remove(child, { audit: audit.rowOf(child.submission_id) });
      }
    };
    const data = await mapInParallel(body.ids, CONCURRENCY, async (id): Promise<BulkView['data'][number]> => {
      try {
        await change(id);
        return { id, ok: true };
      } catch (error) {
        if (!isProblem(error)) logger.error('Failed to change submission', { submission_id: id, error });
        return {
          id,
          ok: false,
          problem: problemResponse(error, baseUrl).body as BulkView['data'][number]['problem'],
        };
      }
    });
    return { status: 200, body: { data } satisfies BulkView };
  };
}

export const handler = managementHandler(
  operation,
  ['BASE_URL', 'EMAILS_TABLE', 'SUBMISSIONS_TABLE'],
  (db, environment) =>
    changeSubmissions({
      emails: submissionEmailStore(db, environment.EMAILS_TABLE),
      ...submissionChangeDeps(db),
      remove: submissionChanges(db, environment.SUBMISSIONS_TABLE).remove,
      baseUrl: environment.BASE_URL,
    }),
);

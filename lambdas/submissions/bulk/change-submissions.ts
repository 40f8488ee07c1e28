/** `POST /v1/submissions/bulk`: updates up to a hundred submissions. */
import { Logger } from '@aws-lambda-powertools/logger';
import { managementHandler } from '../../auth/management-handler.ts';
import { assertScope } from '../../auth/authenticate.ts';
import { actorOf, readerOf } from '../../core/caller.ts';
import { isProblem } from '../../core/errors.ts';
import { mapInParallel } from '../../core/map-in-parallel.ts';
import { memoize } from '../../core/memoize.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { problemResponse } from '../../http/problem-document.ts';
import { submissionEmailStore } from '../email-log/email-log-store.ts';
import { submissionChanges } from '../submission-change-store.ts';
import { submissionChangeDeps } from '../submission-deps.ts';
import { changeSubmissions as operation } from '../submission-operations.ts';
import { applyBulkChange, type BulkChangeDeps } from './apply-bulk-change.ts';
import { patchOf, type BulkView } from './bulk-change.ts';
import { marksAsReadOnly } from '../submission.ts';

interface Deps extends BulkChangeDeps {
  readonly baseUrl: string;
}

/** Number of submissions to change in parallel. */
const CONCURRENCY = 10;

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Applies the action to each submission independently. If one submission fails, the others are still updated.
 */
export function changeSubmissions({ baseUrl, ...deps }: Deps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { ids, ...change } = body;
    const patch = patchOf(change);
    if (!patch || !marksAsReadOnly(patch)) assertScope(caller, 'write');
    const formOf = memoize((formId: string) => deps.forms.find(caller.account_id, formId));
    const changer = { ...caller, actor: actorOf(caller), reader: readerOf(caller) };
    const changeDeps = {
      ...deps,
      forms: { find: (_accountId: string, formId: string) => formOf(formId) },
      rowOf: audit.rowOf,
    };
    const data = await mapInParallel(ids, CONCURRENCY, async (id): Promise<BulkView['data'][number]> => {
      try {
        await applyBulkChange(changer, id, change, changeDeps);
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
      ...submissionChangeDeps(db),
      emails: submissionEmailStore(db, environment.EMAILS_TABLE),
      remove: submissionChanges(db, environment.SUBMISSIONS_TABLE).remove,
      baseUrl: environment.BASE_URL,
    }),
);

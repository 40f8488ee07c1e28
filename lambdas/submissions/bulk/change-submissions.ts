/** `POST /v1/submissions/bulk`: updates up to 100 submissions, or all that match a filter. */
import { Logger } from '@aws-lambda-powertools/logger';
import { managementHandler } from '../../auth/management-handler.ts';
import { assertScope } from '../../auth/authenticate.ts';
import { actorOf, readerOf } from '../../core/caller.ts';
import { isProblem } from '../../core/errors/errors.ts';
import { mapInParallel } from '../../core/map-in-parallel.ts';
import { memoize } from '../../core/memoize.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { problemResponse } from '../../http/problem-document.ts';
import { formReader } from '../../forms/form-store.ts';
import { submissionEmailStore } from '../email-log/email-log-store.ts';
import { checkedBulkChange, type HandlingDeps } from '../handling/checked-change.ts';
import { handlingDeps } from '../handling/handling-deps.ts';
import { submissionChanges } from '../submission-change-store.ts';
import { submissionChangeDeps } from '../submission-deps.ts';
import { changeSubmissions as operation } from '../submission-operations.ts';
import { MAX_FORMS_LISTED } from '../submissions-query.ts';
import { pathOfBulkJob, toBulkJobView } from './bulk-job.ts';
import { applyBulkChange, type BulkChangeDeps } from './apply-bulk-change.ts';
import type { BulkView } from './bulk-change.ts';
import { startBulkJob, type BulkJobStarter } from './start-bulk-job.ts';
import { bulkJobStarter } from './bulk-job-deps.ts';

interface Deps extends BulkChangeDeps, HandlingDeps {
  readonly listForms: ReturnType<typeof formReader>['listOf'];
  readonly bulkJobs: BulkJobStarter;
  readonly baseUrl: string;
}

/** Number of submissions to change in parallel. */
const CONCURRENCY = 10;

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Applies the action to each submission independently. If one update fails, the other submissions are still
 * updated. If the request contains a filter, starts a bulk job instead.
 */
export function changeSubmissions({ baseUrl, listForms, bulkJobs, ...deps }: Deps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { ids = [], filter, ...input } = body;
    if (filter || (input.action !== 'read' && input.action !== 'unread')) assertScope(caller, 'write');
    if (filter) {
      const { rows: forms } = await listForms(caller, MAX_FORMS_LISTED, undefined);
      const request = { caller, audit, ownerId: caller.account_id, forms, change: input, filter };
      const job = await startBulkJob(request, bulkJobs);
      return { status: 202, headers: { location: pathOfBulkJob(job) }, body: toBulkJobView(job) };
    }
    const change = await checkedBulkChange(caller.account_id, input, deps);
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
  ['ACCOUNTS_TABLE', 'BASE_URL', 'EMAILS_TABLE', 'FORMS_TABLE', 'MEMBERS_TABLE', 'SUBMISSIONS_TABLE'],
  (db, environment) =>
    changeSubmissions({
      ...submissionChangeDeps(db),
      ...handlingDeps(db, environment),
      emails: submissionEmailStore(db, environment.EMAILS_TABLE),
      remove: submissionChanges(db, environment.SUBMISSIONS_TABLE).remove,
      listForms: formReader(db, environment.FORMS_TABLE).listOf,
      bulkJobs: bulkJobStarter(db),
      baseUrl: environment.BASE_URL,
    }),
);

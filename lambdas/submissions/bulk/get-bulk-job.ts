/** `GET /v1/bulk-jobs/{id}`: returns a bulk job's progress. */
import { managementHandler } from '../../auth/management-handler.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { getBulkJob as operation } from '../submission-operations.ts';
import { bulkJobStore } from './bulk-job-store.ts';
import { toBulkJobView } from './bulk-job.ts';
import { ownedBulkJob } from './owned-bulk-job.ts';

interface Deps {
  readonly jobs: Pick<ReturnType<typeof bulkJobStore>, 'find'>;
}

export function getBulkJob({ jobs }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => ({
    status: 200,
    body: toBulkJobView(await ownedBulkJob(jobs, caller, path['id'])),
  });
}

export const handler = managementHandler(operation, ['FORM_JOBS_TABLE'], (db, environment) =>
  getBulkJob({ jobs: bulkJobStore(db, environment.FORM_JOBS_TABLE) }),
);

/** `POST /v1/bulk-jobs/{id}/undo`: undoes a bulk job before it changes anything. */
import { auditLog } from '../../audit/audit-log-store.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import type { AuditPut } from '../../core/audit-row.ts';
import type { Clock } from '../../core/clock.ts';
import { Conflict } from '../../core/errors/errors.ts';
import { systemRandom } from '../../core/random.ts';
import type { AuditedTarget, HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { undoBulkJob as operation } from '../submission-operations.ts';
import { bulkJobStore } from './bulk-job-store.ts';
import { endedJob, ownerType, toBulkJobView, type BulkJob } from './bulk-job.ts';
import { ownedBulkJob } from './owned-bulk-job.ts';

interface Deps {
  readonly jobs: Pick<ReturnType<typeof bulkJobStore>, 'find' | 'replace'>;
  /** Returns the audit log row for an undone job. */
  endOf(job: BulkJob): AuditPut;
  readonly now: Clock;
}

/** Undoes a job. Undoing the job again has no effect. */
export function undoBulkJob({ jobs, endOf, now }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const job = await ownedBulkJob(jobs, caller, path['id']);
    const isInTime = now() < Date.parse(job.undo_until);
    if (isInTime && job.status === 'undone') return { status: 200, body: toBulkJobView(job) };
    const undone =
      isInTime && job.status === 'waiting'
        ? await jobs.replace(job, endedJob(job, 'undone'), [
            audit.rowOf(auditedOwner(job), [], ownerType(job.form_id)),
            endOf(job),
          ])
        : undefined;
    if (!undone)
      throw new Conflict(`It is too late to undo this job. You can undo a job within ten seconds.`);
    return { status: 200, body: toBulkJobView(undone) };
  };
}

/** Returns the form or account that the job changes. Only forms have names. */
const auditedOwner = ({ form_id: id, form_name: name }: BulkJob): AuditedTarget =>
  name === undefined ? id : { id, name };

export const handler = managementHandler(
  operation,
  ['AUDIT_EVENTS_TABLE', 'FORM_JOBS_TABLE'],
  (db, environment) => {
    const log = auditLog(db, environment.AUDIT_EVENTS_TABLE, Date.now, systemRandom);
    return undoBulkJob({
      jobs: bulkJobStore(db, environment.FORM_JOBS_TABLE),
      endOf: (job) => log.endOf(job.audit, 'failed', []),
      now: Date.now,
    });
  },
);

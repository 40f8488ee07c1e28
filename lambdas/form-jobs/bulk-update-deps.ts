/** Provides the dependencies of bulk jobs: the tables and the function that changes a submission. */
import { accountStatusStore } from '../accounts/account-status-store.ts';
import { auditLog } from '../audit/audit-log-store.ts';
import { changeMarkerStore } from '../aws/change-marker-store.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import type { EventOwners } from '../core/event-owners.ts';
import { systemRandom } from '../core/random.ts';
import { NotFound, ValidationFailed } from '../core/errors/errors.ts';
import { memoize } from '../core/memoize.ts';
import { readEnvironment } from '../environment.ts';
import { applyBulkChange } from '../submissions/bulk/apply-bulk-change.ts';
import { bulkJobStore } from '../submissions/bulk/bulk-job-store.ts';
import { filterOfJob, hasEnded, type BulkJob } from '../submissions/bulk/bulk-job.ts';
import { submissionEmailStore } from '../submissions/email-log/email-log-store.ts';
import { checkedBulkChange } from '../submissions/handling/checked-change.ts';
import { criteriaOf } from '../submissions/handling/criteria.ts';
import { handlingDeps } from '../submissions/handling/handling-deps.ts';
import { submissionChanges } from '../submissions/submission-change-store.ts';
import { submissionChangeDeps } from '../submissions/submission-deps.ts';
import type { Submission } from '../submissions/submission.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import type { BulkUpdateDeps } from './bulk-update.ts';
import { formJobStore } from './form-job-store.ts';

/** Thrown for a submission that the job skips. */
class Unwanted extends Error {
  override readonly name = 'Unwanted' as const;
}

/** Thrown for a submission that was changed or deleted after it was read. */
class Stale extends Error {
  override readonly name = 'Stale' as const;
}

/** Creates the dependencies for one invocation, using the environment's configuration. */
export function bulkUpdateDeps(db: DocumentClient): BulkUpdateDeps {
  const environment = readEnvironment(
    'ACCOUNTS_TABLE',
    'AUDIT_EVENTS_TABLE',
    'COUNTERS_TABLE',
    'EMAILS_TABLE',
    'FORM_JOBS_TABLE',
    'MEMBERS_TABLE',
    'SUBMISSIONS_TABLE',
  );
  const now = Date.now;
  const runners = formJobStore(db, environment.FORM_JOBS_TABLE);
  const jobs = bulkJobStore(db, environment.FORM_JOBS_TABLE);
  const audit = auditLog(db, environment.AUDIT_EVENTS_TABLE, now, systemRandom);
  const changes = submissionChanges(db, environment.SUBMISSIONS_TABLE);
  const deps = {
    ...submissionChangeDeps(db),
    emails: submissionEmailStore(db, environment.EMAILS_TABLE),
    async remove(current: Submission) {
      if (!(await changes.remove(current, { expected: current }))) throw new Stale();
    },
  };
  const find = memoize(deps.forms.find);
  const handling = handlingDeps(db, environment);
  const { statusOf } = accountStatusStore(db, environment.ACCOUNTS_TABLE);
  // Set once the job has checked the account's status. This happens before the job changes anything.
  let event_owners: EventOwners;

  return {
    now,
    find: jobs.find,
    findRunner: (ownerId) => runners.find(ownerId, 'bulk-update'),
    async replace(before, after) {
      const end = audit.endOf(
        after.audit,
        after.done > 0 || after.status === 'finished' ? 'completed' : 'failed',
        [{ member: 'done', to: [String(after.done)] }],
      );
      return jobs.replace(before, after, hasEnded(after) ? [end] : []);
    },
    touch: (runner) => runners.touch(runner, now()),
    finish: runners.finish,
    async isSuspended(accountId) {
      const status = await statusOf(accountId);
      event_owners = status.eventOwners;
      return status.isSuspended;
    },
    findForm: deps.forms.find,
    async planOf(job) {
      try {
        const [filter, change] = await Promise.all([
          criteriaOf(filterOfJob(job), { account_id: job.account_id }, handling),
          checkedBulkChange(job.account_id, job.change, handling),
        ]);
        return { filter, change };
      } catch (error) {
        if (error instanceof ValidationFailed) return undefined;
        throw error;
      }
    },
    page: submissionStore(db, environment.SUBMISSIONS_TABLE, now).list,
    async change(job, submissionId, isWanted, { change, read }) {
      let known = read;
      const moderation = {
        ...deps.moderation,
        find(formId: string, id: string) {
          const found = known ? Promise.resolve(known) : deps.moderation.find(formId, id);
          // Use the submission that was just read only for the first attempt. A retry must read it again.
          known = undefined;
          return found;
        },
      };
      const apply = (): Promise<void> =>
        applyBulkChange(
          { account_id: job.account_id, actor: actorOf(job), event_owners },
          submissionId,
          change,
          { ...deps, moderation, forms: { find }, config: { ...deps.config, bulkJobId: job.kind } },
          (current) => {
            if (!isDone(job, current.change_id) && !isWanted(current)) throw new Unwanted();
          },
        );
      try {
        await apply().catch((error: unknown) => {
          if (error instanceof Stale) return apply();
          throw error;
        });
        return true;
      } catch (error) {
        // A deletion job counts a missing submission as deleted, even though a user might have deleted it
        // first.
        if (error instanceof NotFound) return job.change.action === 'delete';
        // Skip the submission. A `ValidationFailed` means that it would have too many labels, or that the
        // assignee can't access its form.
        if (error instanceof Unwanted || error instanceof Stale || error instanceof ValidationFailed)
          return false;
        throw error;
      }
    },
    noteChange: (accountId) =>
      changeMarkerStore(db, environment.COUNTERS_TABLE).note(accountId, 'writes', { mustExist: true }),
  };
}

/** Returns true if this job has already changed the submission. */
const isDone = ({ kind }: BulkJob, changeId: string | undefined): boolean =>
  changeId?.startsWith(`${kind}.`) === true;

/** Returns the job's actor, which is only missing in finished jobs. */
function actorOf({ actor, kind }: BulkJob): NonNullable<BulkJob['actor']> {
  if (!actor) throw new TypeError(`The bulk job has ended: ${kind}`);
  return actor;
}

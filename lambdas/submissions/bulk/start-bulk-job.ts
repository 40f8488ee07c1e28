/** Starts a bulk job for the submissions of one or several forms. */
import type { AuditAttemptKey, AuditPut, AuditTargetType, ChangedMember } from '../../core/audit-row.ts';
import { actorOf, type Principal } from '../../core/caller.ts';
import { SECOND, type Clock } from '../../core/clock.ts';
import { Forbidden, InsufficientScope, ValidationFailed } from '../../core/errors/errors.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { FormPieces } from '../../core/submission-pieces.ts';
import type { FormJob } from '../../forms/jobs/form-job.ts';
import { assertAssigneeSees, checkedBulkChange, type HandlingDeps } from '../handling/checked-change.ts';
import { criteriaOf, type SubmissionCriteria } from '../handling/criteria.ts';
import type { SubmissionFilter } from '../submissions-query.ts';
import type { BulkChange } from './bulk-change.ts';
import { newBulkJob, newBulkJobRunner, ownerType, receivedBefore, type BulkJob } from './bulk-job.ts';

export interface BulkJobStarter {
  readonly submissions: {
    count(form: FormPieces, filter: SubmissionCriteria, isOutOfTime: () => boolean): Promise<number>;
  };
  readonly jobs: { create(job: BulkJob, runner: FormJob, audit: AuditPut): Promise<void> };
  readonly handling: HandlingDeps;
  readonly queue: { start(job: FormJob): Promise<void> };
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Maximum time for counting the submissions before the response is sent, in milliseconds. */
const COUNT_MS = 5 * SECOND;

export interface BulkJobRequest {
  readonly caller: Principal;
  readonly audit: {
    attemptOf(
      target: { readonly type: AuditTargetType; readonly id: string; readonly name?: string | undefined },
      changes: readonly ChangedMember[],
    ): { readonly put: AuditPut; readonly key: AuditAttemptKey };
  };
  /** The form, or the account if the job can change submissions of several forms. */
  readonly ownerId: string;
  /** The form's name, unless the job belongs to the account. */
  readonly formName?: string;
  readonly forms: readonly FormPieces[];
  readonly change: BulkChange;
  readonly filter: SubmissionFilter;
}

/**
 * Stores and queues a job.
 * @throws Conflict if the form or account already has a job, Forbidden if the caller can't read submissions,
 * ValidationFailed if a label or member doesn't exist, or if the assignee can't see any of the forms
 */
export async function startBulkJob(
  { caller, audit, ownerId, formName, forms, change, filter }: BulkJobRequest,
  { submissions, jobs, handling, queue, now, random }: BulkJobStarter,
): Promise<BulkJob> {
  assertMaySearch(caller);
  const formIds = forms.map(({ form_id }) => form_id);
  const askedAt = now();
  const isOutOfTime = (): boolean => now() >= askedAt + COUNT_MS;
  assertAssigneeSees(
    await checkedBulkChange(caller.account_id, change, handling),
    caller.account_id,
    formIds,
  );
  const wanted = await criteriaOf(receivedBefore(filter, askedAt), caller, handling).catch(inFilter);
  let matched = 0;
  for (const form of forms) {
    if (isOutOfTime()) break;
    matched += await submissions.count(form, wanted, isOutOfTime);
  }
  const attempt = audit.attemptOf({ type: ownerType(ownerId), id: ownerId, name: formName }, [
    { member: 'action', to: [change.action] },
    { member: 'matched', to: [String(matched)] },
  ]);
  const job = newBulkJob(
    {
      accountId: caller.account_id,
      ownerId,
      formName,
      formIds,
      change,
      // Replace `me` with the member's id, because the job runs without a caller.
      filter: { ...filter, assignee: wanted.assignee?.id ?? filter.assignee },
      actor: actorOf(caller),
      askedAt,
      matched,
      audit: attempt.key,
    },
    now(),
    random,
  );
  const runner = newBulkJobRunner(job, now());
  await jobs.create(job, runner, attempt.put);
  await queue.start(runner);
  return job;
}

/** Rethrows a filter's validation error with paths relative to the request body. */
function inFilter(error: unknown): never {
  if (!(error instanceof ValidationFailed)) throw error;
  throw new ValidationFailed(error.errors.map((issue) => ({ ...issue, path: `filter.${issue.path}` })));
}

/**
 * Checks that a caller can read submissions. Otherwise, the number of submissions that match a filter would
 * reveal their content.
 * @throws Forbidden, or InsufficientScope for a token
 */
function assertMaySearch({ type, scopes }: Pick<Principal, 'type' | 'scopes'>): void {
  if (scopes.includes('read')) return;
  const text = 'A filter searches submissions. This requires the scope "read" in addition to "write".';
  throw type === 'token' || type === 'connection' ? new InsufficientScope('read', text) : new Forbidden(text);
}

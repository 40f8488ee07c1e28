/**
 * Defines bulk jobs, which make the same change to all submissions that match a filter. Nothing changes for
 * the first ten seconds, during which the job can be undone. A form job then makes the changes
 * (`form-jobs/bulk-update.ts`).
 */
import * as z from 'zod';
import type { AuditAttemptKey } from '../../core/audit-row.ts';
import { actorTypes, type Actor } from '../../core/caller.ts';
import { DAY, epochSeconds, SECOND, timestamp } from '../../core/clock.ts';
import { isFormId, newBulkJobId } from '../../core/ids.ts';
import { lazy } from '../../core/lazy.ts';
import type { RandomBytes } from '../../core/random.ts';
import { INVALID_TIME_SPAN, isValidTimeSpan } from '../../core/time-span.ts';
import { newFormJob, type FormJob } from '../../forms/jobs/form-job.ts';
import type { SubmissionCriteria } from '../handling/criteria.ts';
import { passes } from '../search/filter-conditions.ts';
import type { Submission } from '../submission.ts';
import { submissionFilterMembers, type SubmissionFilter } from '../submissions-query.ts';
import { bulkChange, bulkIds, bulkView, checkBulkChange, type BulkChange } from './bulk-change.ts';

/** Time during which a job can be undone, in milliseconds. */
const UNDO_MS = 10 * SECOND;
/** Days until a job is deleted. */
const RETENTION_DAYS = 7;

/**
 * Creates the schema of a filter that is either true or false. A JSON body can contain a boolean or, as in a
 * list's query, text.
 */
const flagOf = ({ description = '' }: z.ZodType) =>
  z
    .union([z.boolean(), z.enum(['true', 'false'])], { error: 'must be true or false' })
    .transform((value) => value === true || value === 'true')
    .optional()
    .describe(description);

/** The same filter as for lists, as part of a JSON body. */
export const bulkFilter = lazy(() =>
  z
    .strictObject({
      ...submissionFilterMembers,
      read: flagOf(submissionFilterMembers.read),
      starred: flagOf(submissionFilterMembers.starred),
      handled: flagOf(submissionFilterMembers.handled),
      has_files: flagOf(submissionFilterMembers.has_files),
    })
    .refine(isValidTimeSpan, INVALID_TIME_SPAN),
);

/** Body of `POST /v1/forms/{id}/submissions/bulk`. */
export const bulkByFilterInput = lazy(() =>
  bulkChange.extend({ filter: bulkFilter() }).superRefine(checkBulkChange),
);

/** Body of `POST /v1/submissions/bulk`. */
export const bulkInput = lazy(() =>
  bulkChange
    .extend({ ids: bulkIds.optional(), filter: bulkFilter().optional() })
    .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
      message: 'needs either ids or filter, for example {"filter": {"status": "spam"}, "action": "delete"}',
    })
    .superRefine(checkBulkChange),
);

export const bulkJobStatuses = ['waiting', 'running', 'finished', 'undone', 'failed'] as const;

/** A bulk job as stored in the FormJobs table, next to the form job that runs it. */
export const bulkJob = lazy(() =>
  z.object({
    /** Id of the form with the submissions to change or, if they belong to several forms, the account's id. */
    form_id: z.string(),
    /** The bulk job's id. The form job that runs the bulk job has the sort key `bulk-update` instead. */
    kind: z.string(),
    account_id: z.string(),
    /** The form's name at the time of the request, for the audit log. Removed when the job ends. */
    form_name: z.string().optional(),
    form_ids: z.array(z.string()),
    change: bulkChange,
    /** The actor who requested the job. Like the filter, this is removed when the job ends. */
    actor: z.object({ type: z.enum(actorTypes), id: z.string(), name: z.string() }).optional(),
    /** The filter, as JSON. */
    filter: z.string().optional(),
    /** Time of the request, in milliseconds since the epoch. */
    asked_at: z.int(),
    undo_until: z.string(),
    status: z.enum(bulkJobStatuses),
    /**
     * Number of matching submissions. If there were too many to count before the response was sent, the job
     * increases this number later.
     */
    matched: z.int(),
    /** Number of submissions that were changed. */
    done: z.int(),
    /**
     * Number of submissions that were changed or deleted after the job selected them but before it could
     * update them.
     */
    skipped: z.int(),
    /** Number of finished forms, and the last selected submission of the current form. */
    forms_done: z.int(),
    after: z.string().optional(),
    /**
     * Ids of the most recently selected submissions. If the function crashes, the next one processes the same
     * submissions again.
     */
    batch: z.array(z.string()).optional(),
    audit: z.object({ account_month: z.string(), event_id: z.string(), expires_at: z.int() }),
    /** Number of writes. Used to detect concurrent changes. */
    version: z.int(),
    expires_at: z.int(),
  }),
);
export type BulkJob = z.infer<ReturnType<typeof bulkJob>>;

/** A bulk job as shown by the API. */
export const bulkJobView = lazy(() =>
  z.object({
    id: z.string(),
    status: z
      .enum(bulkJobStatuses)
      .describe(
        '`waiting` until `undo_until`. `failed` if the job stopped early, for example because the quota was used up.',
      ),
    action: bulkChange.shape.action,
    matched: z
      .int()
      .describe(
        'Number of submissions that matched when the job was requested. If there were too many to count at once, it increases while the job is running.',
      ),
    done: z
      .int()
      .describe(
        'Number of submissions that were changed. Submissions that someone else changed after the request are skipped.',
      ),
    undo_until: z
      .string()
      .describe('Nothing is changed before this time. Until then, the job can be undone.'),
  }),
);

/**
 * Response of `POST /v1/submissions/bulk`. Both statuses share this type, because generated clients have only
 * one response type per operation.
 */
export const bulkAnswer = lazy(() => z.union([bulkView, bulkJobView()]));

/** Returns the API path for the job's progress. */
export const pathOfBulkJob = ({ kind }: BulkJob): string => `/v1/bulk-jobs/${kind}`;

export function toBulkJobView(job: BulkJob): z.infer<ReturnType<typeof bulkJobView>> {
  const { kind: id, status, change, matched, done, undo_until } = job;
  return { id, status, action: change.action, matched, done, undo_until };
}

/**
 * Creates a job.
 * @param request.askedAt time of the request; submissions that arrive later don't match
 * @param now start of the time during which the job can be undone
 */
export function newBulkJob(
  request: {
    readonly accountId: string;
    /** The form, or the account if the job can change submissions of several forms. */
    readonly ownerId: string;
    readonly formName?: string | undefined;
    readonly formIds: readonly string[];
    readonly change: BulkChange;
    readonly filter: SubmissionFilter;
    readonly actor: Actor;
    readonly askedAt: number;
    readonly matched: number;
    readonly audit: AuditAttemptKey;
  },
  now: number,
  random: RandomBytes,
): BulkJob {
  const { accountId, ownerId, formName, formIds, change, filter, actor, askedAt, matched, audit } = request;
  return {
    form_id: ownerId,
    kind: newBulkJobId(ownerId, now, random),
    account_id: accountId,
    ...(formName !== undefined && { form_name: formName }),
    form_ids: [...formIds],
    change,
    actor,
    filter: JSON.stringify(toBody(filter)),
    asked_at: askedAt,
    undo_until: timestamp(now + UNDO_MS),
    status: 'waiting',
    matched,
    done: 0,
    skipped: 0,
    forms_done: 0,
    audit,
    version: 1,
    expires_at: epochSeconds(now + RETENTION_DAYS * DAY),
  };
}

/**
 * Creates the form job that runs a bulk job. Its version is the time of the request, so that a message from
 * an earlier job can't run it.
 */
export const newBulkJobRunner = ({ form_id, kind, account_id, asked_at }: BulkJob, now: number): FormJob => ({
  ...newFormJob('bulk-update', { form_id, account_id, version: asked_at }, now),
  bulk_job_id: kind,
});

/** Returns the filter in the format of the request. */
const toBody = ({ since, until, ...rest }: SubmissionFilter) => ({
  ...rest,
  ...(since !== undefined && { since: timestamp(since) }),
  ...(until !== undefined && { until: timestamp(until) }),
});

/** Returns the job's filter, which only matches submissions that were received before the request. */
export function filterOfJob({ filter = '{}', asked_at }: Pick<BulkJob, 'filter' | 'asked_at'>) {
  return receivedBefore(bulkFilter().parse(JSON.parse(filter)), asked_at);
}

export function receivedBefore(filter: SubmissionFilter, time: number): SubmissionFilter {
  return { ...filter, until: Math.min(filter.until ?? time, time) };
}

/**
 * Returns true if the submission matches the filter and already matched it at the time of the request.
 * Returns false if the submission was changed after the request, even if it still matches, because someone
 * may be working on it.
 */
export function matchedThen(of: Submission, filter: SubmissionCriteria, askedAt: number): boolean {
  const { read_at, changed_at = 0, imported_at } = of;
  const isLater = (time: string | undefined): boolean => time !== undefined && Date.parse(time) > askedAt;
  return (
    passes(of, filter) &&
    changed_at <= askedAt &&
    !(filter.read === true && isLater(read_at)) &&
    !isLater(imported_at)
  );
}

/** Returns the type of the resource that the job changes, for the audit log. */
export const ownerType = (ownerId: string): 'form' | 'account' => (isFormId(ownerId) ? 'form' : 'account');

/** Returns the ended job without the data that is only needed to run it. */
export function endedJob(
  { form_name: _n, filter: _f, actor: _a, batch: _b, after: _s, ...rest }: BulkJob,
  status: 'finished' | 'undone' | 'failed',
): BulkJob {
  return { ...rest, status };
}

/** Returns true if the job has ended. */
export const hasEnded = ({ status }: Pick<BulkJob, 'status'>): boolean =>
  status !== 'waiting' && status !== 'running';

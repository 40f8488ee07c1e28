/**
 * Implements the changes that owners can make to a submission: its status, read state, star, note, assignee
 * and labels, and whether it has been handled. All changes in a request are stored in one write.
 *
 * A released submission counts towards the current month's quota and triggers webhooks and e-mails as if it
 * had just been accepted. Marking a submission as spam doesn't trigger anything or change the quota. A
 * submission counts at most once, even if it is accepted, marked as spam and released again
 * (docs/invariants.md, 4).
 */
import { QuotaExceeded } from '../core/errors/errors.ts';
import type { AuditPut } from '../core/audit-row.ts';
import type { Form } from '../forms/form.ts';
import type { Account } from '../accounts/account.ts';
import type { Plans } from '../accounts/plans.ts';
import { monthlyQuota, quotaCounter } from '../accounts/quota.ts';
import type { CounterLimit } from '../core/counters/counter-limit.ts';
import type { RandomBytes } from '../core/random.ts';
import { receivedUntil, spamUntil } from './retention.ts';
import { timestamp } from '../core/clock.ts';
import type { Actor } from '../core/caller.ts';
import { logged, shortName } from './change-log.ts';
import type { CheckedChange } from './handling/checked-change.ts';
import type { Submission } from './submission.ts';

export interface ModerationDeps {
  find(formId: string, submissionId: string): Promise<Submission | undefined>;
  findAccount(accountId: string): Promise<Account | undefined>;
  /**
   * Atomically increments the counter unless its limit is reached. Returns true if the counter was
   * incremented.
   */
  count(rule: CounterLimit): Promise<boolean>;
  /** Decrements the counter that `count` incremented. */
  release(rule: CounterLimit): Promise<void>;
  /**
   * Replaces `before` with `after` and adds the audit log row, if the submission hasn't changed since it was
   * read. Returns true if `after` is stored. If the response is lost and the write is retried, `changeId`
   * shows that the change is already stored.
   */
  replace(before: Submission, after: Submission, changeId: string, audit?: AuditPut): Promise<boolean>;
  /**
   * Stores the time when a viewer marked the submission as read. If `readAt` is undefined, removes the stored
   * time. Returns false if the submission was changed or deleted since it was read.
   */
  setReadBy(before: Submission, reader: string, readAt: string | undefined): Promise<boolean>;
}

export interface ModerationConfig {
  readonly now: number;
  readonly random: RandomBytes;
  readonly plans: Plans;
  readonly spamRetentionDays: number;
  readonly actor: Actor;
  /** True if a webhook or the event bus might subscribe to this change. */
  readonly isTold?: boolean;
  readonly audit?: AuditPut | undefined;
  /** The bulk job that makes the change. */
  readonly bulkJobId?: string | undefined;
}

/**
 * Changes a submission. A new status also affects the quota and the time when the submission expires. Ignores
 * values that the submission already has.
 * @returns the submission as stored, or undefined if it was changed or deleted concurrently
 * @throws QuotaExceeded if a spam submission can't be released because the monthly quota is used up; nothing
 *   is changed
 */
export async function changeSubmission(
  form: Pick<Form, 'retention_days'>,
  before: Submission,
  patch: CheckedChange,
  deps: ModerationDeps,
  config: ModerationConfig,
): Promise<Submission | undefined> {
  const after = changed(before, patch, form, config);
  if (!after) return before;
  const changeId = [config.bulkJobId ?? [], Buffer.from(config.random(12)).toString('base64url')]
    .flat()
    .join('.');
  if (before.status === after.status || after.status === 'spam' || before.counted) {
    return (await deps.replace(before, after, changeId, config.audit)) ? after : undefined;
  }

  const account = await deps.findAccount(before.account_id);
  const limit = account ? monthlyQuota(account, config.plans) : 0;
  const quota = quotaCounter(before.account_id, config.now, limit);
  if (!(await deps.count(quota))) {
    // Another request might have used the last quota unit to release the same submission.
    const current = await deps.find(before.form_id, before.submission_id);
    if (current && !changed(current, patch, form, config)) return current;
    throw new QuotaExceeded(limit);
  }
  // If this call throws, the change might still have been stored, so don't release the quota unit
  // (docs/invariants.md, 4).
  if (await deps.replace(before, after, changeId, config.audit)) return after;
  await deps.release(quota);
  return undefined;
}

/** Returns the submission after the change, or undefined if nothing changes. */
function changed(
  before: Submission,
  patch: CheckedChange,
  form: Pick<Form, 'retention_days'>,
  config: ModerationConfig,
): Submission | undefined {
  const isRead = before.read_at !== undefined;
  const isStarred = before.starred ?? false;
  const isHandled = before.handled_at !== undefined;
  const { status = before.status, read = isRead, starred = isStarred, handled = isHandled } = patch;
  // An empty string removes the note.
  const note = (patch.note === undefined ? before.note : patch.note) || undefined;
  const isNewStatus = status !== before.status;
  const isNewNote = note !== before.note;
  const isNewHandled = handled !== isHandled;
  const assignee = patch.assignee === undefined ? before.assignee : patch.assignee?.id;
  const isNewAssignee = assignee !== before.assignee;
  const labelsBefore = before.labels ?? [];
  const labels = patch.labels?.(labelsBefore).toSorted() ?? labelsBefore;
  const isNewLabels = labels.join() !== labelsBefore.join();
  const change = {
    ...(isNewStatus && { status }),
    ...(isNewHandled && { handled }),
    ...(isNewAssignee && { assignee: loggedAssignee(patch) }),
    ...(isNewLabels && { labels }),
    ...(isNewNote && { note: note !== undefined }),
  };
  const isOnlyRead = Object.keys(change).length === 0 && starred === isStarred;
  if (isOnlyRead && read === isRead) return undefined;

  const {
    read_at = timestamp(config.now),
    handled_at = timestamp(config.now),
    assignee: _assignee,
    labels: _labels,
    starred: _starred,
    note: _note,
    changed_by: _changedBy,
    ...rest
  } = withStatus(before, status, form, config);
  return {
    ...rest,
    ...(read && { read_at }),
    ...(handled && { handled_at }),
    ...(assignee !== undefined && { assignee }),
    ...(labels.length > 0 && { labels }),
    ...(starred && { starred: true }),
    ...(note !== undefined && { note }),
    ...((config.isTold === true || (isNewStatus && status === 'received')) && {
      changed_by: JSON.stringify(config.actor),
    }),
    changes: logged(before.changes, change, { at: config.now, actor: config.actor }),
    ...(!(isOnlyRead && read) && { changed_at: config.now }),
    version: (before.version ?? 0) + 1,
  };
}

const loggedAssignee = ({ assignee }: CheckedChange): [string, string] | null =>
  assignee ? [assignee.id, shortName(assignee.name)] : null;

function withStatus(
  before: Submission,
  status: Submission['status'],
  form: Pick<Form, 'retention_days'>,
  config: ModerationConfig,
): Submission {
  if (before.status === status) return before;
  return status === 'received' ? released(before, form) : markedAsSpam(before, form, config);
}

function released(before: Submission, { retention_days }: Pick<Form, 'retention_days'>): Submission {
  const { expires_at: _, ...rest } = before;
  const until = receivedUntil(Date.parse(before.received_at), retention_days);
  return { ...rest, status: 'received', ...(until !== undefined && { expires_at: until }) };
}

function markedAsSpam(
  before: Submission,
  { retention_days }: Pick<Form, 'retention_days'>,
  { now, spamRetentionDays }: ModerationConfig,
): Submission {
  const spam = { receivedAt: Date.parse(before.received_at), since: now };
  return {
    ...before,
    status: 'spam',
    counted: true,
    expires_at: spamUntil(spam, retention_days, spamRetentionDays),
  };
}

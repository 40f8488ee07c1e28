/**
 * What an owner does with a submission: releases it from spam or marks it as spam, marks it as read, stars it, notes
 * something about it. All of it is one write.
 *
 * A released submission counts towards the quota of the current month, and the table's stream triggers webhooks and
 * e-mails as if it had just been accepted. Marking triggers nothing and gives no quota back. A submission counts at most
 * once: one that was accepted, marked and released again has already counted (docs/invariants.md, 4).
 */
import { QuotaExceeded } from '../core/errors.ts';
import type { AuditPut } from '../core/audit-row.ts';
import type { Form } from '../forms/form.ts';
import type { Account } from '../accounts/account.ts';
import type { Plans } from '../accounts/plans.ts';
import { monthlyQuota, quotaCounter } from '../accounts/quota.ts';
import type { CounterLimit } from '../core/counter-limit.ts';
import type { RandomBytes } from '../core/random.ts';
import { receivedUntil, spamUntil } from './retention.ts';
import { timestamp } from '../core/clock.ts';
import type { Actor } from '../core/caller.ts';
import { logged } from './change-log.ts';
import type { Submission, SubmissionPatch } from './submission.ts';

export interface ModerationDeps {
  find(formId: string, submissionId: string): Promise<Submission | undefined>;
  findAccount(accountId: string): Promise<Account | undefined>;
  /** Adds one unless the limit is reached, atomically; returns whether it was added. */
  count(rule: CounterLimit): Promise<boolean>;
  /** Subtracts the one that `count` added. */
  giveBack(rule: CounterLimit): Promise<void>;
  /**
   * Replaces `before` by `after` if nobody changed it since it was read; returns whether it is stored now.
   * `changeId` lets a retried write, whose first response was lost, recognise its own change. The change's row in the
   * audit log is part of the write.
   */
  replace(before: Submission, after: Submission, changeId: string, audit?: AuditPut): Promise<boolean>;
}

export interface ModerationConfig {
  readonly now: number;
  readonly random: RandomBytes;
  readonly plans: Plans;
  readonly spamRetentionDays: number;
  /** Who changes it. */
  readonly actor: Actor;
  /** The row of the change in the audit log. */
  readonly audit?: AuditPut | undefined;
}

/**
 * Changes a submission; a new status also changes its quota and time of deletion. Values that it has already change
 * nothing.
 * @returns the submission as it is stored; undefined when it was changed or deleted concurrently
 * @throws QuotaExceeded when spam is released and the month's quota is used up; nothing changes then
 */
export async function changeSubmission(
  form: Pick<Form, 'retention_days'>,
  before: Submission,
  patch: SubmissionPatch,
  deps: ModerationDeps,
  config: ModerationConfig,
): Promise<Submission | undefined> {
  const after = changed(before, patch, form, config);
  if (!after) return before;
  const changeId = Buffer.from(config.random(12)).toString('base64url');
  if (before.status === after.status || after.status === 'spam' || before.counted) {
    return (await deps.replace(before, after, changeId, config.audit)) ? after : undefined;
  }

  const account = await deps.findAccount(before.account_id);
  const limit = account ? monthlyQuota(account, config.plans) : 0;
  const quota = quotaCounter(before.account_id, config.now, limit);
  if (!(await deps.count(quota))) {
    // A concurrent release of the same submission may have used the last unit.
    const current = await deps.find(before.form_id, before.submission_id);
    if (current && !changed(current, patch, form, config)) return current;
    throw new QuotaExceeded(limit);
  }
  // When this throws, the change may be stored: the unit stays used (docs/invariants.md, 4).
  if (await deps.replace(before, after, changeId, config.audit)) return after;
  await deps.giveBack(quota);
  return undefined;
}

/** The submission after the change; undefined when there is none. */
function changed(
  before: Submission,
  patch: SubmissionPatch,
  form: Pick<Form, 'retention_days'>,
  config: ModerationConfig,
): Submission | undefined {
  const isRead = before.read_at !== undefined;
  const isStarred = before.starred ?? false;
  const { status = before.status, read = isRead, starred = isStarred } = patch;
  // An empty note is none.
  const note = (patch.note === undefined ? before.note : patch.note) || undefined;
  const isNewStatus = status !== before.status;
  const isNewNote = note !== before.note;
  if (!isNewStatus && !isNewNote && read === isRead && starred === isStarred) return undefined;

  const {
    read_at = timestamp(config.now),
    starred: _starred,
    note: _note,
    ...rest
  } = withStatus(before, status, form, config);
  return {
    ...rest,
    ...(read && { read_at }),
    ...(starred && { starred: true }),
    ...(note !== undefined && { note }),
    changes: logged(
      before.changes,
      { ...(isNewStatus && { status }), ...(isNewNote && { note: note !== undefined }) },
      { at: config.now, actor: config.actor },
    ),
    version: (before.version ?? 0) + 1,
  };
}

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

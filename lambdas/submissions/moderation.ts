/**
 * Moderation: releases a submission from spam, or marks it as spam.
 *
 * A released submission counts towards the quota of the current month, and the table's stream triggers webhooks and
 * e-mails as if it had just been accepted. Marking triggers nothing and gives no quota back. A submission counts at most
 * once: one that was accepted, marked and released again has already counted (docs/invariants.md, 4).
 */
import { QuotaExceeded } from '../core/errors.ts';
import type { Form } from '../forms/form.ts';
import type { Account } from '../accounts/account.ts';
import type { Plans } from '../accounts/plans.ts';
import { monthlyQuota, quotaCounter } from '../accounts/quota.ts';
import type { CounterLimit } from '../core/counter-limit.ts';
import type { RandomBytes } from '../core/random.ts';
import { receivedUntil, spamUntil } from './retention.ts';
import type { Submission, SubmissionStatus } from './submission.ts';

export interface ModerationDeps {
  find(formId: string, submissionId: string): Promise<Submission | undefined>;
  findAccount(accountId: string): Promise<Account | undefined>;
  /** Adds one unless the limit is reached, atomically; returns whether it was added. */
  count(rule: CounterLimit): Promise<boolean>;
  /** Subtracts the one that `count` added. */
  giveBack(rule: CounterLimit): Promise<void>;
  /**
   * Replaces `before` by `after` if the status is still that of `before`; returns whether it is stored now.
   * `changeId` lets a retried write, whose first response was lost, recognise its own change.
   */
  changeStatus(before: Submission, after: Submission, changeId: string): Promise<boolean>;
}

export interface ModerationConfig {
  readonly now: number;
  readonly random: RandomBytes;
  readonly plans: Plans;
  readonly spamRetentionDays: number;
}

/**
 * Changes the status of a submission, with its quota and time of deletion.
 * @returns the submission as it is stored; undefined when it was changed or deleted concurrently
 * @throws QuotaExceeded when spam is released and the month's quota is used up; nothing changes then
 */
export async function changeStatus(
  form: Pick<Form, 'retention_days'>,
  before: Submission,
  status: SubmissionStatus,
  deps: ModerationDeps,
  config: ModerationConfig,
): Promise<Submission | undefined> {
  if (before.status === status) return before;
  const after = status === 'received' ? released(before, form) : markedAsSpam(before, form, config);
  const changeId = Buffer.from(config.random(12)).toString('base64url');
  if (status === 'spam' || before.counted) {
    return (await deps.changeStatus(before, after, changeId)) ? after : undefined;
  }

  const account = await deps.findAccount(before.account_id);
  const limit = account ? monthlyQuota(account, config.plans) : 0;
  const quota = quotaCounter(before.account_id, config.now, limit);
  if (!(await deps.count(quota))) {
    // A concurrent release of the same submission may have used the last unit.
    const current = await deps.find(before.form_id, before.submission_id);
    if (current?.status === status) return current;
    throw new QuotaExceeded(limit);
  }
  // When this throws, the change may be stored: the unit stays used (docs/invariants.md, 4).
  if (await deps.changeStatus(before, after, changeId)) return after;
  await deps.giveBack(quota);
  return undefined;
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

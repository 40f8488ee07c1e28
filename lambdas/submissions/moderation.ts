/**
 * The owner's word on a submission: spam that is none after all is released, and what slipped through is marked as
 * spam. Releasing is accepting late: it counts towards the quota of the month in which it happens, and through the
 * table's stream it triggers what accepting triggers. Marking triggers nothing.
 *
 * A submission counts once in its life. One that was accepted, marked as spam and released again has counted
 * already; marking gives nothing back, because it was accepted then (invariant 4).
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
  /** Adds one unless the limit is reached; tells whether it was added. Exact under races. */
  count(rule: CounterLimit): Promise<boolean>;
  /** Takes back one unit that `count` added. */
  giveBack(rule: CounterLimit): Promise<void>;
  /**
   * Stores `after` in place of `before` if the status is still that of `before`; tells whether it is stored now.
   * A write that is repeated because its answer was lost recognises itself by `changeId`.
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
 * Gives the submission another status, with everything that follows from it.
 * @returns the submission as it is stored; undefined when somebody else changed or deleted it meanwhile
 * @throws QuotaExceeded when spam is released and the month's quota is used up; nothing changes then
 */
export async function changeStatus(
  form: Pick<Form, 'retention_days'>,
  before: Submission,
  status: SubmissionStatus,
  ports: ModerationDeps,
  rules: ModerationConfig,
): Promise<Submission | undefined> {
  if (before.status === status) return before;
  const after = status === 'received' ? released(before, form) : markedAsSpam(before, form, rules);
  const changeId = Buffer.from(rules.random(12)).toString('base64url');
  if (status === 'spam' || before.counted) {
    return (await ports.changeStatus(before, after, changeId)) ? after : undefined;
  }

  const account = await ports.findAccount(before.account_id);
  const limit = account ? monthlyQuota(account, rules.plans) : 0;
  const quota = quotaCounter(before.account_id, rules.now, limit);
  if (!(await ports.count(quota))) {
    // The last unit may have gone to somebody who released this very submission at the same time.
    const current = await ports.find(before.form_id, before.submission_id);
    if (current?.status === status) return current;
    throw new QuotaExceeded(limit);
  }
  // When this throws, nobody knows whether it was stored: the unit stays taken (invariant 4).
  if (await ports.changeStatus(before, after, changeId)) return after;
  await ports.giveBack(quota);
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

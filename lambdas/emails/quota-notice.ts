/** Decides when to notify an account's owner that the account has used 80% or 100% of its monthly quota. */
import * as z from 'zod';
import type { QuotaAccount } from '../accounts/account.ts';
import type { Plans } from '../accounts/plans.ts';
import { monthlyQuota, QUOTA_PERCENTS, unitsOf } from '../accounts/quota.ts';
import { timestamp, type Clock } from '../core/clock.ts';

export const quotaNoticeJob = z.object({
  kind: z.literal('quota-notice'),
  account_id: z.string(),
  /** UTC month, for example `2026-11`. */
  month: z.string(),
  percent: z.literal(QUOTA_PERCENTS),
  used: z.int(),
  limit: z.int(),
  /**
   * The form that received the submission that triggered the notice. Determines the e-mail's language.
   */
  form_id: z.string().optional(),
});
export type QuotaNoticeJob = z.infer<typeof quotaNoticeJob>;

/**
 * Returns the notices for the current usage, including those already sent this month. Callers can queue all
 * of them, because each notice is sent only once per month.
 */
export function dueQuotaNotices(
  { account, used }: { account: QuotaAccount; used: number },
  plans: Plans,
  now: number,
): QuotaNoticeJob[] {
  if (account.email === undefined) return [];
  const limit = monthlyQuota(account, plans);
  const due = QUOTA_PERCENTS.filter((percent) => limit > 0 && used >= unitsOf(limit, percent));
  return due
    .filter((percent) => percent === 100 || unitsOf(limit, percent) < limit)
    .map((percent) => ({
      kind: 'quota-notice',
      account_id: account.account_id,
      month: timestamp(now).slice(0, 'yyyy-mm'.length),
      percent,
      used,
      limit,
    }));
}

/**
 * Creates a function that queues an account's quota notices. Each process queues a notice at most once. If
 * several processes queue the same notice, it is still sent only once.
 */
export function quotaNotices({
  findUsage,
  plans,
  now,
  queue,
}: {
  findUsage(accountId: string, at: number): Promise<{ account: QuotaAccount; used: number } | undefined>;
  readonly plans: Plans;
  readonly now: Clock;
  queue(job: QuotaNoticeJob): Promise<void>;
}) {
  const queued = new Set<string>();
  return async (accountId: string, formId: string): Promise<void> => {
    const at = now();
    const usage = await findUsage(accountId, at);
    for (const job of usage ? dueQuotaNotices(usage, plans, at) : []) {
      const name = `${accountId} ${job.month} ${job.percent}`;
      if (queued.has(name)) continue;
      await queue({ ...job, form_id: formId });
      queued.add(name);
    }
  };
}

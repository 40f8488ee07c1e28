/** The notices to an account's owner that 80 or 100 % of the month's quota are used: when they are due, and their e-mail. */
import * as z from 'zod';
import type { EmailAccount, QuotaAccount } from '../accounts/account.ts';
import type { Plans } from '../accounts/plans.ts';
import { monthlyQuota } from '../accounts/quota.ts';
import { timestamp, type Clock } from '../core/clock.ts';
import { withoutLinks } from '../core/links.ts';
import { singleLine } from '../core/text.ts';
import type { Catalogue, Language } from '../i18n/catalogue.ts';
import { en } from '../i18n/en.ts';
import type { Mailbox } from './email-address.ts';
import { heading, page, paragraph } from './email-layout.ts';
import { NOTIFICATION_HEADERS, type Email } from './email.ts';

export const QUOTA_PERCENTS = [80, 100] as const;

export const quotaNoticeJob = z.object({
  kind: z.literal('quota-notice'),
  account_id: z.string(),
  /** `2026-11`, in UTC. */
  month: z.string(),
  percent: z.literal(QUOTA_PERCENTS),
  used: z.int(),
  limit: z.int(),
});
export type QuotaNoticeJob = z.infer<typeof quotaNoticeJob>;

/**
 * The notices that are due now. They are due until the end of the month: whoever queues them need not know which were
 * sent, as each is sent once a month.
 */
export function dueQuotaNotices(
  { account, used }: { account: QuotaAccount; used: number },
  plans: Plans,
  now: number,
): QuotaNoticeJob[] {
  if (account.email === undefined) return [];
  const limit = monthlyQuota(account, plans);
  const whole = (percent: number): number => Math.ceil((limit * percent) / 100);
  const due = QUOTA_PERCENTS.filter((percent) => limit > 0 && used >= whole(percent));
  return due
    .filter((percent) => percent === 100 || whole(percent) < limit)
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
 * Makes the function that queues the notices of an account that are due, each once for as long as this process remembers.
 * A notice that is queued again is not sent again.
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
  return async (accountId: string): Promise<void> => {
    const at = now();
    const usage = await findUsage(accountId, at);
    for (const job of usage ? dueQuotaNotices(usage, plans, at) : []) {
      const name = `${accountId} ${job.month} ${job.percent}`;
      if (queued.has(name)) continue;
      await queue(job);
      queued.add(name);
    }
  };
}

/** @param catalogue in whose language it is written; accounts have none of their own yet */
export function quotaNoticeEmail(
  { job, account, to }: { job: QuotaNoticeJob; account: EmailAccount; to: string },
  from: Mailbox,
  { catalogue, language }: { catalogue: Catalogue; language: Language } = { catalogue: en, language: 'en' },
): Email {
  const texts = catalogue.quotaNotice;
  const number = new Intl.NumberFormat(language);
  const name = withoutLinks(singleLine(account.name)) || account.account_id;
  const subject = texts.subject(job.percent, name);
  const title = texts.title(job.percent, name);
  const nextMonth = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    firstOfNextMonth(job.month),
  );
  const paragraphs = [
    texts.used(number.format(job.used), number.format(job.limit)),
    job.percent === 100 ? texts.refused(nextMonth) : texts.willBeRefused(nextMonth),
    texts.remedy,
  ];
  return {
    id: `quota-${job.percent}.${job.month}`,
    scope: account.account_id,
    from,
    to,
    subject,
    headers: NOTIFICATION_HEADERS,
    text: [title, ...paragraphs].join('\n\n'),
    html: page(subject, [heading(title), ...paragraphs.map(paragraph)], language),
  };
}

function firstOfNextMonth(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
}

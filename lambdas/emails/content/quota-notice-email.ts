/**
 * Builds the e-mail sent to an account's owner when the account has used 80% or 100% of its monthly quota.
 */
import type { EmailAccount } from '../../accounts/account.ts';
import { withoutLinks } from '../../core/text/links.ts';
import { singleLine } from '../../core/text/text.ts';
import type { Language } from '../../core/text/language.ts';
import { translations } from '../../i18n/catalogues.ts';
import { ownerTexts } from '../../i18n/owners/owner-catalogues.ts';
import type { Mailbox } from '../../core/text/email-address.ts';
import { button, heading, page, paragraph } from './email-layout.ts';
import { NOTIFICATION_HEADERS, type Email } from '../email.ts';
import type { QuotaNoticeJob } from '../quota-notice.ts';

/**
 * Builds a quota notice. Uses English by default, because accounts have no language setting.
 * @param content.baseUrl base URL of the service, for links to the console
 */
export function quotaNoticeEmail(
  { job, account, baseUrl, to }: { job: QuotaNoticeJob; account: EmailAccount; baseUrl: string; to: string },
  from: Mailbox,
  language: Language = 'en',
): Email {
  const texts = translations[language].quotaNotice;
  const { open } = ownerTexts[language];
  const url = `${baseUrl}/console/usage`;
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
    text: [title, ...paragraphs, `${open}:\n${url}`].join('\n\n'),
    html: page(subject, [heading(title), ...paragraphs.map(paragraph), button(url, open)], language),
  };
}

function firstOfNextMonth(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
}

/** What is stored with a submission about webhooks and e-mails that there are none of (docs/decisions/0042, 0044). */
import { isNearQuota, type QuotaState } from '../accounts/quota.ts';
import { SECOND } from '../core/clock.ts';
import type { IngestForm } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';

/**
 * For so long what was read of form and account counts. A webhook or an address that comes meanwhile may count as later than the
 * post; not so where its files or its checks take long.
 */
const READING_COUNTS_FOR = SECOND;

export type AbsenceMarks = Pick<Submission, 'no_account_webhooks' | 'nobody_to_tell'>;

/**
 * The marks of a submission that is stored now, each only where it is known to be true.
 * @param elapsedMs since before form and account were read
 */
export function absenceMarks(
  form: Pick<IngestForm, 'no_webhooks' | 'no_emails'>,
  quota: Pick<QuotaState, 'noAccountWebhooks' | 'used' | 'counter'>,
  elapsedMs: number,
): AbsenceMarks {
  if (!quota.noAccountWebhooks || elapsedMs >= READING_COUNTS_FOR) return {};
  // Near the quota the account's owner may have to be told.
  const isNobodyToTell = form.no_webhooks === true && form.no_emails === true && !isNearQuota(quota);
  return { no_account_webhooks: true, ...(isNobodyToTell && { nobody_to_tell: true }) };
}

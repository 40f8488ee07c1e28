/** Marks submissions whose form and account have no webhooks or e-mails (docs/decisions/0042, 0044). */
import { isNearQuota, type QuotaState } from '../accounts/quota.ts';
import { SECOND } from '../core/clock.ts';
import type { IngestForm } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';

/**
 * How long data about form and account counts as current. A webhook or an address that is added during this
 * time may count as later than the post. This doesn't apply if the post's files or checks take long.
 */
const READ_IS_CURRENT_FOR = SECOND;

export type AbsenceMarks = Pick<Submission, 'no_account_webhooks' | 'nobody_to_tell'>;

/**
 * Returns the marks of a submission that is stored now. Each is set only if it is known to be true.
 * @param elapsedMs since before form and account were read
 */
export function absenceMarks(
  form: Pick<IngestForm, 'no_webhooks' | 'no_emails'>,
  quota: Pick<QuotaState, 'noAccountWebhooks' | 'used' | 'counter'>,
  elapsedMs: number,
): AbsenceMarks {
  if (!quota.noAccountWebhooks || elapsedMs >= READ_IS_CURRENT_FOR) return {};
  // Near the quota, the account's owner may have to be notified.
  const hasNoRecipients = form.no_webhooks === true && form.no_emails === true && !isNearQuota(quota);
  return { no_account_webhooks: true, ...(hasNoRecipients && { nobody_to_tell: true }) };
}

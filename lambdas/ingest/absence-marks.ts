/** Marks submissions whose form and account have no webhooks or e-mails (docs/decisions/0042, 0044). */
import { isNearQuota, type QuotaState } from '../accounts/quota.ts';
import { SECOND } from '../core/clock.ts';
import type { IngestForm } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';

/**
 * Milliseconds for which data about the form and account counts as current. A webhook or address added during
 * this time may be treated as if it were added after the post. If the post's files or checks take longer, the
 * data no longer counts as current.
 */
const READ_IS_CURRENT_FOR = SECOND;

export type AbsenceMarks = Pick<Submission, 'no_account_webhooks' | 'nobody_to_tell'>;

/**
 * Returns the marks for a submission that is about to be stored. Sets a mark only if it is known to be true.
 * @param elapsedMs milliseconds that have passed from just before the form and account were read
 */
export function absenceMarks(
  form: Pick<IngestForm, 'no_webhooks' | 'no_emails'>,
  quota: Pick<QuotaState, 'noAccountWebhooks' | 'used' | 'counter'>,
  elapsedMs: number,
): AbsenceMarks {
  if (!quota.noAccountWebhooks || elapsedMs >= READ_IS_CURRENT_FOR) return {};
  // Near the quota, the account's owner may need a notification.
  const hasNoRecipients = form.no_webhooks === true && form.no_emails === true && !isNearQuota(quota);
  return { no_account_webhooks: true, ...(hasNoRecipients && { nobody_to_tell: true }) };
}

/**
 * Marks submissions that don't trigger webhooks or e-mails so that fan-out can skip them
 * (docs/decisions/0042, 0044).
 */
import { isNearQuota, type QuotaState } from '../accounts/quota.ts';
import { SECOND } from '../core/clock.ts';
import type { IngestForm } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';

/**
 * How long form and account data is considered current after it is read, in milliseconds. A webhook or
 * address that is added within this time might be treated as if it had been added after the submission. If
 * receiving files or running checks takes longer, no marks are set.
 */
const READ_IS_CURRENT_FOR = SECOND;

export type AbsenceMarks = Pick<Submission, 'no_account_webhooks' | 'nobody_to_tell'>;

/**
 * Returns the marks for a submission that is about to be stored. Sets only marks that are known to be true.
 * @param elapsedMs milliseconds since just before the form and account were read
 */
export function absenceMarks(
  form: Pick<IngestForm, 'no_webhooks' | 'no_emails'>,
  quota: Pick<QuotaState, 'noAccountWebhooks' | 'used' | 'counter'>,
  elapsedMs: number,
): AbsenceMarks {
  if (!quota.noAccountWebhooks || elapsedMs >= READ_IS_CURRENT_FOR) return {};
  // If the quota is nearly used up, the account's owner might have to be notified, so don't set the mark.
  const hasNoRecipients = form.no_webhooks === true && form.no_emails === true && !isNearQuota(quota);
  return { no_account_webhooks: true, ...(hasNoRecipients && { nobody_to_tell: true }) };
}

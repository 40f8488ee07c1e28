/** What ingest notes on a submission about webhooks and e-mails that cannot follow from it (docs/decisions/0042, 0044). */
import { isNearQuota, type QuotaState } from '../accounts/quota.ts';
import { SECOND } from '../core/clock.ts';
import type { IngestForm } from '../forms/form.ts';

/**
 * For so long after a post began it counts what it was told of its form and account then. Webhooks and addresses that come
 * meanwhile may count as later than the post; not so where its body took long.
 */
const TOLD_LASTS = SECOND;

export interface ListenerMarks {
  /** The account has no webhook of all forms. */
  readonly noAccountWebhooks: boolean;
  /** Neither a webhook nor an e-mail can follow. */
  readonly nobodyToTell: boolean;
}

/**
 * The marks of a submission, each false where it is not known to be true.
 * @param elapsedMs since form and account were read
 */
export function listenerMarks(
  form: Pick<IngestForm, 'no_webhooks' | 'no_emails'>,
  quota: Pick<QuotaState, 'noAccountWebhooks' | 'used' | 'counter'>,
  elapsedMs: number,
): ListenerMarks {
  const noAccountWebhooks = quota.noAccountWebhooks && elapsedMs < TOLD_LASTS;
  const isSilentForm = form.no_webhooks === true && form.no_emails === true;
  // Near the quota the account's owner may have to be told.
  return { noAccountWebhooks, nobodyToTell: noAccountWebhooks && isSilentForm && !isNearQuota(quota) };
}

/** Creates the submission for an imported row. */
import { epochSeconds, timestamp } from '../core/clock.ts';
import { importedSubmissionId } from '../core/ids.ts';
import { receivedUntil, spamUntil } from '../submissions/retention.ts';
import { truncatedPayload } from '../submissions/spam-limits.ts';
import type { Submission } from '../submissions/submission.ts';
import type { StoredImport } from './import.ts';
import type { RowContent } from './row-content.ts';

export interface ImportTarget {
  readonly form_id: string;
  readonly account_id: string;
  readonly retention_days: number | null;
}

/**
 * Returns the submission. It doesn't trigger webhooks or e-mails, because `imported_at` is set.
 * @param row the row's number in its file
 */
export function importedSubmission(
  form: ImportTarget,
  { format, from, started_at = '' }: Pick<StoredImport, 'format' | 'from' | 'started_at'>,
  { receivedAt, status, note, payload }: RowContent,
  { row, digest, spamRetentionDays }: { row: number; digest: Uint8Array; spamRetentionDays: number },
): Submission {
  const until = expiryOf(
    form,
    { receivedAt, status },
    { startedAt: Date.parse(started_at), spamRetentionDays },
  );
  const spam = status === 'spam' ? truncatedPayload(payload) : undefined;
  return {
    form_id: form.form_id,
    submission_id: importedSubmissionId(form.form_id, receivedAt, { row, digest }),
    account_id: form.account_id,
    received_at: timestamp(receivedAt),
    status,
    payload: spam?.payload ?? payload,
    attachments: [],
    changes: [],
    source: { imported_from: from ?? format, imported_at: started_at },
    imported_at: started_at,
    ...(spam?.truncated === true && { truncated: true as const }),
    ...(note !== undefined && { note }),
    ...(until !== undefined && { expires_at: until }),
  };
}

/**
 * Returns when the submission expires, in epoch seconds. The submission never expires before the import
 * starts, because DynamoDB doesn't delete items that expired more than five years ago.
 */
export function expiryOf(
  { retention_days }: Pick<ImportTarget, 'retention_days'>,
  { receivedAt, status }: Pick<RowContent, 'receivedAt' | 'status'>,
  { startedAt, spamRetentionDays }: { startedAt: number; spamRetentionDays: number },
): number | undefined {
  const until =
    status === 'spam'
      ? spamUntil({ receivedAt, since: startedAt }, retention_days, spamRetentionDays)
      : receivedUntil(receivedAt, retention_days);
  return until === undefined ? undefined : Math.max(until, epochSeconds(startedAt));
}

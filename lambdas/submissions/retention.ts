/**
 * Decides when submissions are deleted. A form can limit how many days accepted submissions are kept. By
 * default, they are kept forever. The stage limits how many days spam is kept (`spamRetentionDays` in
 * `lib/settings/stage-settings.ts`). Deletion times are in epoch seconds, as required by DynamoDB's TTL.
 */
import { DAY, epochSeconds } from '../core/clock.ts';
import type { Submission } from './submission.ts';

/** Submission attributes that determine when it is deleted. */
export type DatedSubmission = Pick<
  Submission,
  'form_id' | 'submission_id' | 'received_at' | 'status' | 'expires_at'
>;

interface RetainedSubmission {
  readonly received_at: string;
  readonly status: 'received' | 'spam';
  readonly expires_at?: number | undefined;
}

/** Returns when an accepted submission expires, in epoch seconds, or undefined if it never does. */
export function receivedUntil(receivedAt: number, retentionDays: number | null): number | undefined {
  return retentionDays === null ? undefined : epochSeconds(receivedAt + retentionDays * DAY);
}

/**
 * Returns when a spam submission expires, in epoch seconds. It is kept for the stage's number of days after
 * it became spam, but never longer than the form's retention allows.
 */
export function spamUntil(
  spam: { receivedAt: number; since: number },
  retentionDays: number | null,
  spamRetentionDays: number,
): number {
  return Math.min(
    epochSeconds(spam.since + spamRetentionDays * DAY),
    receivedUntil(spam.receivedAt, retentionDays) ?? Infinity,
  );
}

/**
 * Returns a stored submission's new expiry after its form's retention has changed, in epoch seconds. Spam is
 * never kept longer than before, and expired submissions stay expired.
 */
export function reappliedExpiry(
  stored: RetainedSubmission,
  retentionDays: number | null,
  now: number,
): number | undefined {
  if (isExpired(stored, now)) return stored.expires_at;
  const until = receivedUntil(Date.parse(stored.received_at), retentionDays);
  if (stored.status === 'received') return until;
  return Math.min(stored.expires_at ?? Infinity, until ?? Infinity);
}

/**
 * Returns true if a submission has expired. Callers must ignore expired submissions because DynamoDB can
 * take up to two days to delete them.
 */
export function isExpired({ expires_at }: Pick<RetainedSubmission, 'expires_at'>, now: number): boolean {
  return expires_at !== undefined && expires_at <= epochSeconds(now);
}

/**
 * Retention: when a submission is deleted. Accepted ones are kept for the days that the form sets, or for ever; spam for
 * at most the days that the stage sets (`spamRetentionDays` in `lib/settings/stage-settings.ts`). Times of deletion are in epoch seconds, as DynamoDB's TTL needs them.
 */
import { DAY, epochSeconds } from '../core/clock.ts';
import type { Submission } from './submission.ts';

/** The part of a submission that a change of retention needs. */
export type DatedSubmission = Pick<
  Submission,
  'form_id' | 'submission_id' | 'received_at' | 'status' | 'expires_at'
>;

interface RetainedSubmission {
  readonly received_at: string;
  readonly status: 'received' | 'spam';
  readonly expires_at?: number | undefined;
}

/** Returns when an accepted submission expires; undefined for never. */
export function receivedUntil(receivedAt: number, retentionDays: number | null): number | undefined {
  return retentionDays === null ? undefined : epochSeconds(receivedAt + retentionDays * DAY);
}

/**
 * Returns when spam expires: the stage's number of days after it became spam, but no later than the form's
 * retention.
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
 * Returns when a stored submission expires after its form's retention was changed. Spam is not kept longer
 * than before, and an expired submission stays expired.
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
 * Checks whether a submission has expired. Readers no longer find it; DynamoDB deletes it up to two days
 * later.
 */
export function isExpired({ expires_at }: Pick<RetainedSubmission, 'expires_at'>, now: number): boolean {
  return expires_at !== undefined && expires_at <= epochSeconds(now);
}

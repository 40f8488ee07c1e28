/**
 * How long submissions are kept: as many days after they were received as their form says, for good when it says
 * nothing; spam for the stage's days at most. All times of deletion are epoch seconds, as DynamoDB's TTL wants them.
 */
import { DAY, epochSeconds } from '../core/clock.ts';

interface Dated {
  readonly received_at: string;
  readonly status: 'received' | 'spam';
  readonly expires_at?: number | undefined;
}

/** When an accepted submission is deleted; undefined: never. */
export function receivedUntil(receivedAt: number, retentionDays: number | null): number | undefined {
  return retentionDays === null ? undefined : epochSeconds(receivedAt + retentionDays * DAY);
}

/** When spam is deleted: the stage's days after it became spam, but no later than the form keeps anything. */
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
 * When a stored submission is deleted after its form's retention changed. Spam is kept no longer than it was, and
 * what has expired stays expired.
 */
export function reappliedExpiry(
  stored: Dated,
  retentionDays: number | null,
  now: number,
): number | undefined {
  if (isExpired(stored, now)) return stored.expires_at;
  const until = receivedUntil(Date.parse(stored.received_at), retentionDays);
  if (stored.status === 'received') return until;
  return Math.min(stored.expires_at ?? Infinity, until ?? Infinity);
}

/** Whether it is gone for readers. The store deletes it up to two days later. */
export function isExpired({ expires_at }: Pick<Dated, 'expires_at'>, now: number): boolean {
  return expires_at !== undefined && expires_at <= epochSeconds(now);
}

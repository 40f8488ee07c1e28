/**
 * Groups changes to e-mail statuses by form and by the day that the submission was received. Each record's
 * key starts with the submission's id. A form's e-mails from the same day are therefore adjacent in the
 * table, and their changes arrive in order (`day-counts.ts`).
 */
import type { CountedChange, CounterChanges } from '../core/counters/counter-changes.ts';
import { timestamp } from '../core/clock.ts';
import { submissionTime } from '../core/ids.ts';
import { submissionOfKey, type EmailKey } from '../submissions/email-log/email-record.ts';
import type { EmailStatus } from '../submissions/email-log/email-status.ts';
import { dateOf, dayExpiresAt, emailDayCounter } from '../forms/counts/day-counts.ts';

/** A change to an e-mail's status. `before` is undefined if the e-mail is new. */
export interface EmailStatusChange {
  readonly key: EmailKey;
  readonly before: EmailStatus | undefined;
  readonly after: EmailStatus;
  /** Sequence number in the stream, formatted so that it can be compared as text. */
  readonly sequence: string;
}

/** Each e-mail is counted once, under its current status. Queued e-mails aren't counted yet. */
export const countedStatuses = ['sent', 'delivered', 'bounced', 'complained', 'skipped'] as const;
export type EmailCount = Readonly<Record<(typeof countedStatuses)[number], number>>;

/** Groups changes by form and day. */
export function emailChangesByCounter(changes: readonly EmailStatusChange[]): CounterChanges[] {
  const counters = new Map<string, CounterChanges & { changes: CountedChange[] }>();
  for (const { key, before, after, sequence } of changes) {
    const moved = countedStatuses
      .map((status) => [status, Number(after === status) - Number(before === status)] as const)
      .filter(([, by]) => by !== 0);
    if (moved.length === 0) continue;
    const date = dateOf(timestamp(submissionTime(submissionOfKey(key))));
    const counter = emailDayCounter(key.form_id, date);
    const found = counters.get(counter) ?? {
      counter,
      mark: 'counted_to',
      expiresAt: dayExpiresAt(date),
      changes: [],
    };
    found.changes.push({ sequence, add: Object.fromEntries(moved) });
    counters.set(counter, found);
  }
  return [...counters.values()];
}

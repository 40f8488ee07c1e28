/**
 * What became of a form's e-mails, by the day on which their submission was received, counted from the stream of the
 * e-mail log. A record begins with its submission's id, so the e-mails of one form and day are neighbours in the table
 * and come in order (`day-counts.ts`).
 */
import type { CountedChange, CounterChanges } from '../core/counter-changes.ts';
import { timestamp } from '../core/clock.ts';
import { submissionTime } from '../core/ids.ts';
import { submissionOfKey, type EmailKey } from '../submissions/email-log/email-record.ts';
import type { EmailStatus } from '../submissions/email-log/email-status.ts';
import { dateOf, dayExpiresAt, emailDayCounter } from '../forms/counts/day-counts.ts';

/** A change of an e-mail's status; `before` is undefined when it was written just then. */
export interface EmailStatusChange {
  readonly key: EmailKey;
  readonly before: EmailStatus | undefined;
  readonly after: EmailStatus;
  /** Sequence number in the stream, in the form that compares as text. */
  readonly sequence: string;
}

/** Every e-mail counts once, under the status that it has; one that is queued not yet. */
export const countedStatuses = ['sent', 'delivered', 'bounced', 'complained', 'skipped'] as const;
export type EmailCount = Readonly<Record<(typeof countedStatuses)[number], number>>;

/** Groups changes by the form and day that they count for. */
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

/**
 * How many submissions a form got on each day, kept beside the submissions so that nobody has to read them to
 * count them. The counts follow the stream of stored submissions.
 *
 * The stream may bring a record several times, but brings a form's records in their order. So every day keeps
 * the number of the last record that it counted, and what is not after it was counted before. All submissions
 * of one form and day are neighbours in the table, for their ids begin with the time, and so they stay in one
 * partition and one order however large the form grows.
 */
import { DAY, epochSeconds, timestamp } from '../core/clock.ts';
import type { SubmissionStatus } from '../submissions/submission.ts';

/** Days that analytics tell of, today included. */
const TOLD_DAYS = 30;
/** A day's counts outlive the telling a little. */
const KEPT_DAYS = TOLD_DAYS + 5;

/** A change of a submission's status; `before` is undefined when it was stored just then. */
export interface StatusChange {
  readonly formId: string;
  readonly receivedAt: string;
  readonly before: SubmissionStatus | undefined;
  readonly after: SubmissionStatus;
  /** Place in the stream; compares as text. */
  readonly sequence: string;
}

export interface DayCount {
  readonly received: number;
  readonly spam: number;
}

export interface CountChange extends DayCount {
  readonly sequence: string;
}

/** All changes of one form's day that came together, in order. */
export interface DayChanges {
  readonly formId: string;
  /** In UTC: `2026-11-01`. */
  readonly date: string;
  readonly changes: readonly CountChange[];
}

/** Sorts changes by the form and day that they count for. A change that counts nothing is left out. */
export function changesByDay(changes: readonly StatusChange[]): DayChanges[] {
  const days = new Map<string, { formId: string; date: string; changes: CountChange[] }>();
  for (const { formId, receivedAt, before, after, sequence } of changes) {
    if (before === after) continue;
    const date = dateOf(receivedAt);
    const key = `${formId} ${date}`;
    const day = days.get(key) ?? { formId, date, changes: [] };
    day.changes.push({
      sequence,
      received: Number(after === 'received') - Number(before === 'received'),
      spam: Number(after === 'spam') - Number(before === 'spam'),
    });
    days.set(key, day);
  }
  return [...days.values()];
}

/** The changes in one. */
export function sumOf(changes: readonly DayCount[]): DayCount {
  return {
    received: changes.reduce((sum, { received }) => sum + received, 0),
    spam: changes.reduce((sum, { spam }) => sum + spam, 0),
  };
}

/** Name of the counter of one form and day (table Counters). */
export function dayCounter(formId: string, date: string): string {
  return `day#${formId}#${date}`;
}

/** When a day's counts may be forgotten, in epoch seconds. */
export function dayExpiresAt(date: string): number {
  return epochSeconds(Date.parse(date) + KEPT_DAYS * DAY);
}

/** The days that analytics tell of, the first one first, ending with that of `now`. */
export function reportedDays(now: number): string[] {
  return Array.from({ length: TOLD_DAYS }, (_, day) => dateOf(timestamp(now - (TOLD_DAYS - 1 - day) * DAY)));
}

/** Names of all counters that a form may have at `now`, in the table Counters. */
export function counterNamesToDelete(formId: string, now: number): string[] {
  return Array.from({ length: KEPT_DAYS + 1 }, (_, day) =>
    dayCounter(formId, dateOf(timestamp(now - day * DAY))),
  );
}

function dateOf(at: string): string {
  return at.slice(0, 'yyyy-mm-dd'.length);
}

/**
 * How many submissions a form got on each day. They are counted from the stream of stored submissions, so that analytics
 * need not read the submissions.
 *
 * The stream may bring a record several times, but brings a form's records in order. So every day stores the sequence
 * number of the last record that it counted; a record that is not after it was counted before. All submissions of one
 * form and day are neighbours in the table, as their ids begin with the time, and so stay in one shard and in order
 * however large the form grows.
 */
import { DAY, epochSeconds, timestamp } from '../../core/clock.ts';

/** Days that analytics report unless another number is asked for, today included. */
const REPORTED_DAYS = 30;
/** Counts are kept a little longer than they may be reported, which is a year. */
const KEPT_DAYS = 400;

/** What counts of a submission. */
export interface CountedSubmission {
  readonly status: 'received' | 'spam';
  readonly read_at?: string | undefined;
}

/** A change of a submission: without `before` it was stored just then, without `after` it was deleted. */
export interface StatusChange {
  readonly formId: string;
  readonly receivedAt: string;
  readonly before: CountedSubmission | undefined;
  readonly after: CountedSubmission | undefined;
  /** Sequence number in the stream, in the form that compares as text. */
  readonly sequence: string;
}

export interface DayCount {
  /** Of the accepted ones, also those that were deleted since. */
  readonly received: number;
  readonly spam: number;
  /** Of the accepted ones that are stored, those that nobody has read. */
  readonly unread: number;
}

export interface CountChange extends DayCount {
  readonly sequence: string;
}

/** All changes of one form's day that came together, in order. */
export interface DayChanges {
  readonly formId: string;
  /** In UTC: `2026-11-01`. */
  readonly date: string;
  /** Submissions were deleted and nothing else happened: the form may be deleted too, and nothing new is stored of it. */
  readonly onlyDeletions: boolean;
  readonly changes: readonly CountChange[];
}

/** Groups changes by the form and day that they count for. A change that counts nothing is left out. */
export function changesByDay(changes: readonly StatusChange[]): DayChanges[] {
  const days = new Map<string, DayChanges & { changes: CountChange[] }>();
  for (const { formId, receivedAt, before, after, sequence } of changes) {
    const counts = differenceOf(before, after);
    if (counts.received === 0 && counts.spam === 0 && counts.unread === 0) continue;
    const date = dateOf(receivedAt);
    const key = `${formId} ${date}`;
    const day = days.get(key) ?? { formId, date, onlyDeletions: true, changes: [] };
    day.changes.push({ sequence, ...counts });
    days.set(key, { ...day, onlyDeletions: day.onlyDeletions && after === undefined });
  }
  return [...days.values()];
}

function differenceOf(before: CountedSubmission | undefined, after: CountedSubmission | undefined): DayCount {
  const is = (of: CountedSubmission | undefined, status: CountedSubmission['status']) =>
    Number(of?.status === status);
  const isUnread = (of: CountedSubmission | undefined) =>
    Number(of?.status === 'received' && of.read_at === undefined);
  const unread = isUnread(after) - isUnread(before);
  // One that is deleted stays counted for its day.
  if (!after) return { received: 0, spam: 0, unread };
  return {
    received: is(after, 'received') - is(before, 'received'),
    spam: is(after, 'spam') - is(before, 'spam'),
    unread,
  };
}

/** Adds the changes up. */
export function sumOf(changes: readonly DayCount[]): DayCount {
  return {
    received: changes.reduce((sum, { received }) => sum + received, 0),
    spam: changes.reduce((sum, { spam }) => sum + spam, 0),
    unread: changes.reduce((sum, { unread }) => sum + unread, 0),
  };
}

/** Name of the counter of one form and day (table Counters). */
export function dayCounter(formId: string, date: string): string {
  return `day#${formId}#${date}`;
}

/** Name of the counter of a form's deliveries on one day (table Counters). */
export function deliveryDayCounter(formId: string, date: string): string {
  return `deliveries#${formId}#${date}`;
}

/** Name of the counter of what became of a form's e-mails of one day (table Counters). */
export function emailDayCounter(formId: string, date: string): string {
  return `emails#${formId}#${date}`;
}

/** Name of the counter of the spam that a form stores on one day, and of what it does not store (table Counters). */
export function spamCounterName(formId: string, date: string): string {
  return `spam#${formId}#${date}`;
}

/** When a day's counts expire, in epoch seconds. */
export function dayExpiresAt(date: string): number {
  return epochSeconds(Date.parse(date) + KEPT_DAYS * DAY);
}

/** The same for a day that something is counted for at `now`: its mark outlives the stream, which keeps records for a day. */
export function countedDayExpiresAt(date: string, now: number): number {
  return Math.max(dayExpiresAt(date), epochSeconds(now + 3 * DAY));
}

/** The days that analytics report, in order, ending with that of `now`. */
export function reportedDays(now: number, days = REPORTED_DAYS): string[] {
  return Array.from({ length: days }, (_, day) => dateOf(timestamp(now - (days - 1 - day) * DAY)));
}

/** Names of all counters of days that a form may have at `now`, in the table Counters. */
export function counterNamesToDelete(formId: string, now: number): string[] {
  const dates = Array.from({ length: KEPT_DAYS + 1 }, (_, day) => dateOf(timestamp(now - day * DAY)));
  return dates.flatMap((date) => [
    dayCounter(formId, date),
    spamCounterName(formId, date),
    deliveryDayCounter(formId, date),
    emailDayCounter(formId, date),
  ]);
}

/** The day of an ISO 8601 time in UTC. */
export function dateOf(at: string): string {
  return at.slice(0, 'yyyy-mm-dd'.length);
}

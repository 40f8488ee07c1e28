/**
 * Counts a form's submissions by day from the Submissions stream, so analytics don't need to read the
 * submissions.
 *
 * The stream can deliver a record several times, but it delivers the records of each piece (one of the form's
 * partitions, docs/decisions/0054) in order. Each day's counter stores the sequence number of the last record
 * counted from each piece, so that repeated records are ignored. The submissions of one day are adjacent in
 * their piece because their ids begin with the time. They therefore stay in one shard, in order, even if the
 * form has a lot of traffic.
 */
import type { RefusalCounts } from '../../core/refusals.ts';
import { DAY, epochSeconds, timestamp } from '../../core/clock.ts';

/** Default number of days covered by analytics, including today. */
const REPORTED_DAYS = 30;
/**
 * Number of days to keep the counts, slightly longer than a year, which is the longest period that analytics
 * cover.
 */
const RETENTION_DAYS = 400;

/** The attributes of a submission that determine how it is counted. */
export interface CountedSubmission {
  readonly status: 'received' | 'spam';
  readonly read_at?: string | undefined;
  readonly handled_at?: string | undefined;
  readonly read_by?: Readonly<Record<string, string>> | undefined;
}

/** A change to a submission. `before` is undefined for new submissions, and `after` for deleted ones. */
export interface StatusChange {
  readonly formId: string;
  /** The piece of the form that stores the submission; absent for piece 0 (docs/decisions/0054). */
  readonly piece?: number;
  readonly receivedAt: string;
  readonly before: CountedSubmission | undefined;
  readonly after: CountedSubmission | undefined;
  /** Sequence number in the stream, formatted so that it can be compared as text. */
  readonly sequence: string;
}

export interface DayCount {
  /** Number of accepted submissions, including those that were deleted later. */
  readonly received: number;
  readonly spam: number;
  /** Number of accepted submissions that are stored and unread. */
  readonly unread: number;
}

/** Number of hosted page views, and of rejected submissions by reason. */
export type DayTally = RefusalCounts & { readonly views?: number };

export interface CountChange extends DayCount {
  /**
   * Change in the number of accepted submissions that are stored and not handled. Counted for the whole form,
   * but not by day.
   */
  readonly open: number;
  /**
   * Change in the number of accepted submissions that are stored. Counted for the whole form, but not by day.
   */
  readonly stored: number;
  /** Change in the number of stored, accepted submissions that each viewer has read, by member id. */
  readonly readBy?: Readonly<Record<string, number>>;
  readonly sequence: string;
}

/** All changes in a batch for the same day and piece of a form, in order. */
export interface DayChanges {
  readonly formId: string;
  readonly piece?: number;
  /** UTC date, for example `2026-11-01`. */
  readonly date: string;
  /**
   * True if all changes are deletions. The store must not create a new counter for them, because the form
   * might also have been deleted.
   */
  readonly onlyDeletions: boolean;
  readonly changes: readonly CountChange[];
}

/** Groups changes by form, day and piece. Omits changes that don't affect the counts. */
export function changesByDay(changes: readonly StatusChange[]): DayChanges[] {
  const days = new Map<string, DayChanges & { changes: CountChange[] }>();
  for (const { formId, piece = 0, receivedAt, before, after, sequence } of changes) {
    const counts = differenceOf(before, after);
    const readBy = readDifferenceOf(before, after);
    const all = [...Object.values(counts), ...Object.values(readBy)];
    if (all.every((count) => count === 0)) continue;
    const date = dateOf(receivedAt);
    const key = `${formId} ${date} ${piece}`;
    const day = days.get(key) ?? {
      formId,
      ...(piece > 0 && { piece }),
      date,
      onlyDeletions: true,
      changes: [],
    };
    day.changes.push({ sequence, ...counts, readBy });
    days.set(key, { ...day, onlyDeletions: day.onlyDeletions && after === undefined });
  }
  return [...days.values()];
}

function differenceOf(
  before: CountedSubmission | undefined,
  after: CountedSubmission | undefined,
): Omit<CountChange, 'sequence' | 'readBy'> {
  const is = (of: CountedSubmission | undefined, status: CountedSubmission['status']) =>
    Number(of?.status === status);
  const isUnread = (of: CountedSubmission | undefined) =>
    Number(of?.status === 'received' && of.read_at === undefined);
  const isOpen = (of: CountedSubmission | undefined) =>
    Number(of?.status === 'received' && of.handled_at === undefined);
  const unread = isUnread(after) - isUnread(before);
  const open = isOpen(after) - isOpen(before);
  const stored = is(after, 'received') - is(before, 'received');
  // Deleted submissions remain in the day's received count.
  if (!after) return { received: 0, spam: 0, unread, open, stored };
  return {
    received: stored,
    spam: is(after, 'spam') - is(before, 'spam'),
    unread,
    open,
    stored,
  };
}

/**
 * Returns by how much each viewer's number of read submissions changes. Omits viewers whose number stays the
 * same.
 */
function readDifferenceOf(
  before: CountedSubmission | undefined,
  after: CountedSubmission | undefined,
): Record<string, number> {
  const readersOf = (of: CountedSubmission | undefined): readonly string[] =>
    of?.status === 'received' ? Object.keys(of.read_by ?? {}) : [];
  const [old, now] = [readersOf(before), readersOf(after)];
  return Object.fromEntries([
    ...now.filter((reader) => !old.includes(reader)).map((reader) => [reader, 1] as const),
    ...old.filter((reader) => !now.includes(reader)).map((reader) => [reader, -1] as const),
  ]);
}

/** Adds up the counts of several changes. */
export function sumOf(changes: readonly DayCount[]): DayCount {
  return {
    received: changes.reduce((sum, { received }) => sum + received, 0),
    spam: changes.reduce((sum, { spam }) => sum + spam, 0),
    unread: changes.reduce((sum, { unread }) => sum + unread, 0),
  };
}

/** Returns the name of the counter for a form and day (Counters table). */
export function dayCounter(formId: string, date: string): string {
  return `day#${formId}#${date}`;
}

/**
 * Returns the name of the attribute that stores the sequence number of the last record counted from a piece.
 */
export const countedMark = (piece = 0): string => (piece === 0 ? 'counted_to' : `counted_to_${piece}`);

/** Returns the name of the counter for a form's deliveries on a given day (Counters table). */
export function deliveryDayCounter(formId: string, date: string): string {
  return `deliveries#${formId}#${date}`;
}

/** Returns the name of the counter for a form's e-mail results on a given day (Counters table). */
export function emailDayCounter(formId: string, date: string): string {
  return `emails#${formId}#${date}`;
}

/**
 * Returns the name of the counter for the spam that a form received on a given day, including spam that
 * wasn't stored (Counters table).
 */
export function spamCounterName(formId: string, date: string): string {
  return `spam#${formId}#${date}`;
}

/**
 * Returns the name of the counter for a form's rejected submissions and views on a given day (Counters
 * table).
 */
export function refusedCounter(formId: string, date: string): string {
  return `refused#${formId}#${date}`;
}

/** Returns when a day's counts expire, in seconds since the epoch. */
export function dayExpiresAt(date: string): number {
  return epochSeconds(Date.parse(date) + RETENTION_DAYS * DAY);
}

/**
 * Returns when a day's counts expire if they are updated at `now`. The counter stores a sequence number, so
 * it must be kept longer than the stream's records, which are kept for a day.
 */
export function countedDayExpiresAt(date: string, now: number): number {
  return Math.max(dayExpiresAt(date), epochSeconds(now + 3 * DAY));
}

/** Returns the days that analytics cover, in order. The last one is the day of `now`. */
export function reportedDays(now: number, days = REPORTED_DAYS): string[] {
  return Array.from({ length: days }, (_, day) => dateOf(timestamp(now - (days - 1 - day) * DAY)));
}

/** Returns the names of all daily counters that a form can have in the Counters table at `now`. */
export function counterNamesToDelete(formId: string, now: number): string[] {
  const dates = Array.from({ length: RETENTION_DAYS + 1 }, (_, day) => dateOf(timestamp(now - day * DAY)));
  return dates.flatMap((date) => [
    dayCounter(formId, date),
    spamCounterName(formId, date),
    deliveryDayCounter(formId, date),
    emailDayCounter(formId, date),
    refusedCounter(formId, date),
  ]);
}

/** Returns the UTC date of an ISO 8601 time. */
export function dateOf(at: string): string {
  return at.slice(0, 'yyyy-mm-dd'.length);
}

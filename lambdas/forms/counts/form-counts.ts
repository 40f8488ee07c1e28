/**
 * Defines the counts shown with a form: its unread submissions and the submissions received in the last 30
 * days. One small item stores these counts, so listing forms reads one item per form. The item also stores
 * the change marker of the form's submissions (`core/counters/change-marker.ts`). It needs no sequence number
 * to detect repeated stream records, because each transaction that updates it also updates the day's counter,
 * which detects them.
 */
import * as z from 'zod';
import { DAY, timestamp } from '../../core/clock.ts';
import { formCounter } from '../../core/counters/counter-names.ts';
import { dateOf, reportedDays, type CountChange } from './day-counts.ts';

/**
 * Returns the name of the counter for the submissions that each viewer has read, by member id. The counter is
 * a separate item, so that the form's own counter stays small.
 */
export const readerCounter = (formId: string): string => `${formCounter(formId)}#readers`;

const count = z.int().nonnegative();
/** Representation of a form's counts in the management API. */
export const formCountsView = z
  .object({
    unread: count.describe('Accepted submissions that are still stored and not marked as read.'),
    open: count.describe('Accepted submissions that are still stored and not marked as handled.'),
    received_30d: count.describe(
      'Submissions accepted in the last 30 days, including today and any that have since been deleted.',
    ),
    spam_30d: count.describe('Spam received in the last 30 days that is still stored.'),
  })
  .describe('Counts are updated with a short delay.');
export type FormCounts = z.infer<typeof formCountsView>;

export const NO_COUNTS: FormCounts = { unread: 0, open: 0, received_30d: 0, spam_30d: 0 };

/** Each update of the counter item removes the attributes of this many days before the reported period. */
const RETENTION_DAYS = 31;

// Use short attribute names so that 60 attributes and the key fit into one write unit (1 KB).
const attributesOf = (date: string) => ({ received: `r${date}`, spam: `s${date}` });

/** Returns the amounts to add to the form's counts for a day's changes. */
export function addedToForm(
  { received, spam, unread, open, stored }: Omit<CountChange, 'sequence' | 'readBy'>,
  date: string,
  now: number,
): Record<string, number> {
  if (!reportedDays(now).includes(date)) return { unread, open, stored };
  const names = attributesOf(date);
  return { unread, open, stored, [names.received]: received, [names.spam]: spam };
}

/** Returns the attributes of past days that the next update removes. */
export function forgottenAttributes(now: number): string[] {
  const [first = ''] = reportedDays(now);
  return Array.from({ length: RETENTION_DAYS }, (_, day) =>
    dateOf(timestamp(Date.parse(first) - (day + 1) * DAY)),
  ).flatMap((date) => Object.values(attributesOf(date)));
}

/** A stored counter. */
export type CounterItem = Readonly<Record<string, unknown>>;

/** Returns a count from a counter item, or 0 if the item has no count with this name. */
export function countIn(item: CounterItem | undefined, name: string): number {
  const count = item?.[name];
  return typeof count === 'number' ? count : 0;
}

/**
 * Converts a counter item to the form's counts.
 * @param item the form's counter; undefined if nothing has been counted
 * @param read number of submissions that the viewer has read; undefined for callers who use the shared read
 *   state
 */
export function toFormCounts(item: CounterItem | undefined, now: number, read?: number): FormCounts {
  if (!item) return NO_COUNTS;
  const at = (name: string): number => countIn(item, name);
  const names = reportedDays(now).map(attributesOf);
  const sum = (of: 'received' | 'spam'): number => names.reduce((all, each) => all + at(each[of]), 0);
  return {
    unread: Math.max(0, read === undefined ? at('unread') : at('stored') - read),
    open: Math.max(0, at('open')),
    received_30d: Math.max(0, sum('received')),
    spam_30d: Math.max(0, sum('spam')),
  };
}

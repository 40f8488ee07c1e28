/**
 * A form's counts as its view shows them: how many of its submissions nobody has read, and what it got in the last 30 days.
 * They are one small item, so that a list of forms reads one item for each. It has no mark of its own for records of the
 * stream that come again: it is written in one transaction with the counter of the day, whose mark holds for both.
 */
import * as z from 'zod';
import { DAY, timestamp } from '../../core/clock.ts';
import { dateOf, reportedDays, type CountChange } from './day-counts.ts';

/** The names of forms' counters begin with this (table Counters). */
export const FORM_COUNTS = 'counts#';
export const formCounter = (formId: string): string => `${FORM_COUNTS}${formId}`;

const count = z.int().nonnegative();
/** The counts as the management API shows them. */
export const formCountsView = z
  .object({
    unread: count.describe('Accepted submissions that are stored and that nobody has marked as read.'),
    received_30d: count.describe(
      'Submissions that were accepted in the last 30 days, today included, also those deleted since.',
    ),
    spam_30d: count.describe('The same for spam that was stored.'),
  })
  .describe('They follow what is stored, a moment behind.');
export type FormCounts = z.infer<typeof formCountsView>;

export const NO_COUNTS: FormCounts = { unread: 0, received_30d: 0, spam_30d: 0 };

/** Days after which the attributes of a day are looked for and removed, beyond those that are shown. */
const FORGOTTEN_DAYS = 31;

// Short, so that 60 of them and the key stay within the one kilobyte of a write unit.
const attributesOf = (date: string) => ({ received: `r${date}`, spam: `s${date}` });

/** What a change of one day adds to the form's counts. */
export function addedToForm(
  { received, spam, unread }: Pick<CountChange, 'received' | 'spam' | 'unread'>,
  date: string,
  now: number,
): Record<string, number> {
  if (!reportedDays(now).includes(date)) return { unread };
  const names = attributesOf(date);
  return { unread, [names.received]: received, [names.spam]: spam };
}

/** The attributes of days that are over, which a write takes away with it. */
export function forgottenAttributes(now: number): string[] {
  const [first = ''] = reportedDays(now);
  return Array.from({ length: FORGOTTEN_DAYS }, (_, day) =>
    dateOf(timestamp(Date.parse(first) - (day + 1) * DAY)),
  ).flatMap((date) => Object.values(attributesOf(date)));
}

/** @param item of the form's counter, undefined when nothing was ever counted */
export function toFormCounts(item: Readonly<Record<string, unknown>> | undefined, now: number): FormCounts {
  if (!item) return NO_COUNTS;
  const at = (name: string): number => (typeof item[name] === 'number' ? item[name] : 0);
  const names = reportedDays(now).map(attributesOf);
  const sum = (of: 'received' | 'spam'): number => names.reduce((all, each) => all + at(each[of]), 0);
  return {
    unread: Math.max(0, at('unread')),
    received_30d: Math.max(0, sum('received')),
    spam_30d: Math.max(0, sum('spam')),
  };
}

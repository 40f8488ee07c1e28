/** Counts a form's submissions by day (Counters table). */
import * as z from 'zod';
import {
  countedDayExpiresAt,
  countedMark,
  dayCounter,
  reportedDays,
  spamCounterName,
  type DayCount,
  type DayChanges,
} from '../forms/counts/day-counts.ts';
import { FORM_CHANGES } from '../core/counters/change-marker.ts';
import { formCounter } from '../core/counters/counter-names.ts';
import { addedToForm, forgottenAttributes, readerCounter } from '../forms/counts/form-counts.ts';
import type { Clock } from '../core/clock.ts';
import type { CountedChange, CounterChanges, CounterWrite } from '../core/counters/counter-changes.ts';
import { readCounters } from '../aws/counter-store.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { additionTo, sequenceCounterStore, sumsOf } from '../aws/sequence-counter-store.ts';

const dayItem = z.object({
  counter: z.string(),
  received: z.int(),
  spam: z.int(),
  unread: z.int().default(0),
});

/** Daily spam counter. `unstored` is the number of spam submissions that weren't stored. */
const spamItem = z.object({ counter: z.string(), unstored: z.int().default(0) });

/** Creates a reader for the daily counts. Use this in functions with read-only access. */
export function dayCountReader(db: DocumentClient, table: string) {
  return {
    /**
     * Returns the form's counts for these days. The counts are updated with a short delay. Spam that wasn't
     * stored because of the daily limit is included in the spam count.
     */
    async find(formId: string, dates: readonly string[]): Promise<Map<string, DayCount>> {
      const names = dates.flatMap((date) => [dayCounter(formId, date), spamCounterName(formId, date)]);
      const rows = await readCounters(db, table, names);
      const items = new Map(rows.map((item) => [item['counter'], item]));
      return new Map(
        dates.flatMap((date): [string, DayCount][] => {
          const stored = dayItem.optional().parse(items.get(dayCounter(formId, date)));
          const { unstored = 0 } = spamItem.optional().parse(items.get(spamCounterName(formId, date))) ?? {};
          if (!stored && unstored === 0) return [];
          const { received = 0, spam = 0, unread = 0 } = stored ?? {};
          const counts = {
            received: Math.max(0, received),
            spam: Math.max(0, spam) + unstored,
            unread: Math.max(0, unread),
          };
          return [[date, counts]];
        }),
      );
    },
  };
}

/**
 * Creates a function that returns the total number of submissions that these forms have accepted in a
 * calendar month (UTC). The counts are updated with a short delay.
 */
export function monthlyCountReader(db: DocumentClient, table: string) {
  return async (formIds: readonly string[], at: number): Promise<number> => {
    const dates = reportedDays(at, new Date(at).getUTCDate());
    const names = formIds.flatMap((formId) => dates.map((date) => dayCounter(formId, date)));
    const rows = await readCounters(db, table, names);
    return rows.reduce((sum, row) => sum + Math.max(0, dayItem.parse(row).received), 0);
  };
}

export function dayCounterStore(db: DocumentClient, table: string, now: Clock = Date.now) {
  const counters = sequenceCounterStore(db, table);

  /**
   * Builds the write that updates how many submissions each viewer has read. Returns an empty list if no
   * count changes.
   */
  const readerWrites = (
    formId: string,
    changes: DayChanges['changes'],
    counted: readonly Pick<CountedChange, 'sequence'>[],
  ): CounterWrite[] => {
    const sequences = new Set(counted.map(({ sequence }) => sequence));
    const sums = sumsOf(
      changes.filter(({ sequence }) => sequences.has(sequence)).map(({ readBy = {} }) => readBy),
    );
    const changed = sums.filter(([, sum]) => sum !== 0);
    if (changed.length === 0) return [];
    return [{ Update: additionTo(table, readerCounter(formId), changed) }];
  };

  return {
    /**
     * Applies each change exactly once, even if the stream delivers it several times. Updates the counts of
     * the day, and the counts and change marker of the form, in one transaction.
     * @param alongside returns additional writes for the same transaction
     * @throws CountConflict if another function is updating the counts for the same day and piece
     */
    count(
      { formId, piece, date, onlyDeletions, changes }: DayChanges,
      alongside?: CounterChanges['alongside'],
    ): Promise<void> {
      const at = now();
      return counters.count({
        counter: dayCounter(formId, date),
        mark: countedMark(piece),
        expiresAt: countedDayExpiresAt(date, at),
        total: { counter: formCounter(formId), forget: forgottenAttributes(at), mustExist: onlyDeletions },
        changes: changes.map(({ sequence, open, stored, readBy: _, ...counts }) => ({
          sequence,
          add: counts,
          addToTotal: { ...addedToForm({ ...counts, open, stored }, date, at), [FORM_CHANGES]: 1 },
        })),
        alongside: async (counted) => [
          ...readerWrites(formId, changes, counted),
          ...((await alongside?.(counted)) ?? []),
        ],
      });
    },
  };
}

/** A form's submissions by day (table Counters). */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import {
  dayCounter,
  dayExpiresAt,
  spamCounterName,
  sumOf,
  type CountChange,
  type DayCount,
  type DayChanges,
} from './day-counts.ts';
import { batchGet } from '../aws/batch-get.ts';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';

const dayItem = z.object({
  counter: z.string(),
  received: z.int(),
  spam: z.int(),
  /** The last record that was counted. */
  counted_to: z.string(),
});

/** The counter of a day's spam that is stored, which also counts what is not stored. */
const spamItem = z.object({ counter: z.string(), unstored: z.int().default(0) });

/** Another function counted for the same day at the same moment; the rest is counted when the stream comes again. */
export class CountConflict extends Error {
  override readonly name = 'CountConflict' as const;
}

/** Reads the counts, for functions that may only read. */
export function dayCountReader(db: DocumentClient, table: string) {
  return {
    /**
     * The counts of these days, at most 50; they are a moment behind the submissions. Spam that was not stored, as its
     * day had too much of it, counts as spam.
     */
    async find(formId: string, dates: readonly string[]): Promise<Map<string, DayCount>> {
      const names = dates.flatMap((date) => [dayCounter(formId, date), spamCounterName(formId, date)]);
      const Keys = names.map((counter) => ({ counter }));
      const rows = await batchGet(db, { [table]: { Keys, ConsistentRead: false } });
      const items = new Map((rows[table] ?? []).map((item) => [item['counter'], item]));
      return new Map(
        dates.flatMap((date): [string, DayCount][] => {
          const stored = dayItem.optional().parse(items.get(dayCounter(formId, date)));
          const { unstored = 0 } = spamItem.optional().parse(items.get(spamCounterName(formId, date))) ?? {};
          if (!stored && unstored === 0) return [];
          const { received = 0, spam = 0 } = stored ?? {};
          return [[date, { received: Math.max(0, received), spam: Math.max(0, spam) + unstored }]];
        }),
      );
    },
  };
}

export function dayCounterStore(db: DocumentClient, table: string) {
  const add = (
    { formId, date }: DayChanges,
    changes: readonly CountChange[],
    condition: { text: string; value: string },
  ): Promise<boolean> => {
    const { received, spam } = sumOf(changes);
    return conditionHolds(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: { counter: dayCounter(formId, date) },
          UpdateExpression: 'ADD received :received, spam :spam SET counted_to = :to, expires_at = :expires',
          ConditionExpression: condition.text,
          ExpressionAttributeValues: {
            ':received': received,
            ':spam': spam,
            ':to': changes.at(-1)?.sequence,
            ':expires': dayExpiresAt(date),
            ':mark': condition.value,
          },
        }),
      ),
    );
  };

  return {
    /**
     * Counts those of the changes that were not counted before, so that each counts once however often it comes.
     * @throws CountConflict when another one counts for the same day at the same time
     */
    async count(day: DayChanges): Promise<void> {
      const first = day.changes[0];
      if (!first) return;
      const allAreNew = 'attribute_not_exists(counted_to) OR counted_to < :mark';
      if (await add(day, day.changes, { text: allAreNew, value: first.sequence })) return;

      const { Item } = await db.send(
        new GetCommand({
          TableName: table,
          Key: { counter: dayCounter(day.formId, day.date) },
          ConsistentRead: true,
        }),
      );
      const { counted_to } = dayItem.parse(Item);
      const rest = day.changes.filter(({ sequence }) => sequence > counted_to);
      if (rest.length === 0) return;
      if (!(await add(day, rest, { text: 'counted_to = :mark', value: counted_to })))
        throw new CountConflict();
    },
  };
}

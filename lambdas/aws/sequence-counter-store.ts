/**
 * Counters that follow a stream (table Counters). The stream may bring a record several times, but brings the records
 * of one key in order: a counter stores the sequence number of the last record that it counted, and a record that is
 * not after it was counted before.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { CountedChange, CounterChanges } from '../core/counter-changes.ts';
import { conditionHolds, type DocumentClient } from './dynamodb.ts';

/** Another function counted for the same counter at the same moment; the rest is counted when the stream comes again. */
export class CountConflict extends Error {
  override readonly name = 'CountConflict' as const;
}

/** Digits of the longest number that a stream gives a record. */
const SEQUENCE_DIGITS = 40;

/** The sequence number of a record in the form that compares as text: numbers of one length do. */
export const comparableSequence = (sequence: string): string => sequence.padStart(SEQUENCE_DIGITS, '0');

export function sequenceCounterStore(db: DocumentClient, table: string) {
  const add = (
    { counter, mark, expiresAt }: CounterChanges,
    changes: readonly CountedChange[],
    condition: { text: string; value: string },
  ): Promise<boolean> => {
    const sums = sumOfChanges(changes);
    return conditionHolds(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: { counter },
          UpdateExpression: `ADD ${sums.map((_, index) => `#n${index} :n${index}`).join(', ')} SET #mark = :to, expires_at = :expires`,
          ConditionExpression: condition.text,
          ExpressionAttributeNames: {
            '#mark': mark,
            ...Object.fromEntries(sums.map(([name], index) => [`#n${index}`, name])),
          },
          ExpressionAttributeValues: {
            ':to': changes.at(-1)?.sequence,
            ':expires': expiresAt,
            ':mark': condition.value,
            ...Object.fromEntries(sums.map(([, sum], index) => [`:n${index}`, sum])),
          },
        }),
      ),
    );
  };

  return {
    /**
     * Counts those of the changes that were not counted before, so that each counts once however often it comes.
     * @throws CountConflict when another one counts for the same counter at the same time
     */
    async count(of: CounterChanges): Promise<void> {
      const first = of.changes[0];
      if (!first) return;
      const allAreNew = 'attribute_not_exists(#mark) OR #mark < :mark';
      if (await add(of, of.changes, { text: allAreNew, value: first.sequence })) return;

      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: { counter: of.counter }, ConsistentRead: true }),
      );
      const countedTo = z.string().parse(Item?.[of.mark]);
      const rest = of.changes.filter(({ sequence }) => sequence > countedTo);
      if (rest.length === 0) return;
      if (!(await add(of, rest, { text: '#mark = :mark', value: countedTo }))) throw new CountConflict();
    },
  };
}

function sumOfChanges(changes: readonly CountedChange[]): [name: string, sum: number][] {
  const sums = new Map<string, number>();
  for (const { add } of changes) {
    for (const [name, value] of Object.entries(add)) sums.set(name, (sums.get(name) ?? 0) + value);
  }
  return [...sums];
}

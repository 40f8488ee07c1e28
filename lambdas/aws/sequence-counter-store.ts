/**
 * Counters that follow a stream (table Counters). The stream may bring a record several times, but brings the records
 * of one key in order: a counter stores the sequence number of the last record that it counted, and a record that is
 * not after it was counted before.
 */
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { CountedChange, CounterChanges, TotalCounter } from '../core/counter-changes.ts';
import { conditionHolds, failedConditions, transact, type DocumentClient } from './dynamodb.ts';

/** Another function counted for the same counter at the same moment; the rest is counted when the stream comes again. */
export class CountConflict extends Error {
  override readonly name = 'CountConflict' as const;
}

/** How often writes alongside are made again when others are faster. */
const MOST_TRIES = 5;

/** Digits of the longest number that a stream gives a record. */
const SEQUENCE_DIGITS = 40;

/**
 * The place of a record in the form that compares as text: numbers of one length do. Every record of a stream that was
 * begun later is after those of an earlier one, whose numbers say nothing about its own: a restored table is counted on.
 */
export function comparableSequence({
  sequence,
  stream = '',
}: {
  sequence: string;
  stream?: string | undefined;
}): string {
  return `${stream}${sequence.padStart(SEQUENCE_DIGITS, '0')}`;
}

export function sequenceCounterStore(db: DocumentClient, table: string) {
  /** Whether the mark was as the condition says; nothing is counted otherwise. */
  const add = async (
    of: CounterChanges,
    changes: readonly CountedChange[],
    condition: { text: string; value: string },
    tries = 1,
  ): Promise<boolean> => {
    const Update = markedUpdate(table, of, changes, condition);
    const inTotal = sumsOf(changes.map(({ addToTotal = {} }) => addToTotal)).filter(([, sum]) => sum !== 0);
    const total = of.total && inTotal.length > 0 ? [{ Update: totalUpdate(table, of.total, inTotal) }] : [];
    const alongside = (await of.alongside?.(changes)) ?? [];
    if (total.length + alongside.length === 0) return conditionHolds(db.send(new UpdateCommand(Update)));
    try {
      await transact(db, { TransactItems: [{ Update }, ...total, ...alongside] });
      return true;
    } catch (error) {
      const [markIsOther, ...others] = failedConditions(error) ?? [];
      if (markIsOther) return false;
      // What the total belongs to is deleted: there is nothing to count any more.
      if (total.length > 0 && others[0]) return true;
      if (others.includes(true) && tries < MOST_TRIES) return add(of, changes, condition, tries + 1);
      throw error;
    }
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

/** The write that adds changes to a counter and moves its mark on. */
function markedUpdate(
  table: string,
  { counter, mark, expiresAt }: CounterChanges,
  changes: readonly CountedChange[],
  condition: { text: string; value: string },
) {
  const { add, names, values } = additionOf(sumsOf(changes.map((each) => each.add)));
  return {
    TableName: table,
    Key: { counter },
    UpdateExpression: `${add} SET #mark = :to, expires_at = :expires`,
    ConditionExpression: condition.text,
    ExpressionAttributeNames: { '#mark': mark, ...names },
    ExpressionAttributeValues: {
      ':to': changes.at(-1)?.sequence,
      ':expires': expiresAt,
      ':mark': condition.value,
      ...values,
    },
  } satisfies UpdateCommandInput;
}

function totalUpdate(
  table: string,
  { counter, forget, mustExist }: TotalCounter,
  sums: readonly (readonly [string, number])[],
) {
  const { add, names, values } = additionOf(sums);
  const forgotten = Object.fromEntries(forget.map((name, index) => [`#f${index}`, name]));
  return {
    TableName: table,
    Key: { counter },
    UpdateExpression: forget.length > 0 ? `${add} REMOVE ${Object.keys(forgotten).join(', ')}` : add,
    ...(mustExist && { ConditionExpression: 'attribute_exists(#counter)' }),
    ExpressionAttributeNames: { ...names, ...forgotten, ...(mustExist && { '#counter': 'counter' }) },
    ExpressionAttributeValues: values,
  } satisfies UpdateCommandInput;
}

function additionOf(sums: readonly (readonly [string, number])[]) {
  return {
    add: `ADD ${sums.map((_, index) => `#n${index} :n${index}`).join(', ')}`,
    names: Object.fromEntries(sums.map(([name], index) => [`#n${index}`, name])),
    values: Object.fromEntries(sums.map(([, sum], index) => [`:n${index}`, sum])),
  };
}

function sumsOf(all: readonly Readonly<Record<string, number>>[]): [name: string, sum: number][] {
  const sums = new Map<string, number>();
  for (const [name, value] of all.flatMap((each) => Object.entries(each)))
    sums.set(name, (sums.get(name) ?? 0) + value);
  return [...sums];
}

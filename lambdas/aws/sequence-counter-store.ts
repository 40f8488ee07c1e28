/**
 * Updates counters from a DynamoDB stream (Counters table). The stream can deliver a record several times, but
 * it delivers the records of each key in order. Each counter stores the sequence number of the last record that
 * was counted, and records up to that number are ignored.
 */
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type {
  CountedChange,
  CounterChanges,
  CounterWrite,
  TotalCounter,
} from '../core/counters/counter-changes.ts';
import { conditionHolds, failedConditions, transact, type DocumentClient } from './dynamodb.ts';

/**
 * Thrown when another function updates the same counter at the same time. Records that haven't been counted yet
 * are counted when the stream redelivers them.
 */
export class CountConflict extends Error {
  override readonly name = 'CountConflict' as const;
}

/** Maximum number of attempts to update the additional items while other functions are changing them. */
const MAX_ATTEMPTS = 5;

/** Maximum number of digits in a stream's sequence numbers. */
const SEQUENCE_DIGITS = 40;

/**
 * Returns a record's sequence number, padded to a fixed length so that it can be compared as text. The result
 * starts with the stream's creation time, so that counts stay correct after a table is restored. Sequence
 * numbers of different streams are unrelated.
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
  /**
   * Adds the changes to the counter if the counter's stored sequence number meets the condition. Otherwise,
   * returns false.
   */
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
      // The form or account of the total counter was deleted, so the changes don't need to be counted.
      if (total.length > 0 && others[0]) return true;
      if (others.includes(true) && tries < MAX_ATTEMPTS) return add(of, changes, condition, tries + 1);
      throw error;
    }
  };

  return {
    /**
     * Applies each change exactly once, even if the stream delivers it several times.
     * @throws CountConflict when another function updates the same counter at the same time
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

/** Builds the update that adds changes to a counter and stores the sequence number of the last one. */
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

/** Builds the update that adds these amounts to a counter that stores no sequence number. */
export function additionTo(
  table: string,
  counter: string,
  sums: readonly (readonly [string, number])[],
): CounterWrite['Update'] {
  const { add, names, values } = additionOf(sums);
  return {
    TableName: table,
    Key: { counter },
    UpdateExpression: add,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

function additionOf(sums: readonly (readonly [string, number])[]) {
  return {
    add: `ADD ${sums.map((_, index) => `#n${index} :n${index}`).join(', ')}`,
    names: Object.fromEntries(sums.map(([name], index) => [`#n${index}`, name])),
    values: Object.fromEntries(sums.map(([, sum], index) => [`:n${index}`, sum])),
  };
}

/** Adds up the changes to each attribute. */
export function sumsOf(all: readonly Readonly<Record<string, number>>[]): [name: string, sum: number][] {
  const sums = new Map<string, number>();
  for (const [name, value] of all.flatMap((each) => Object.entries(each)))
    sums.set(name, (sums.get(name) ?? 0) + value);
  return [...sums];
}

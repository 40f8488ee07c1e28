/** Deletes many items of a table. */
import { BatchWriteCommand, QueryCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { BusyTable } from './busy-table.ts';
import { isThrottled, type DocumentClient } from './dynamodb.ts';
import { retry } from '../core/retry.ts';

/** Maximum number of items per BatchWriteItem call. */
const BATCH = 25;
/**
 * Number of batches to delete in parallel. A higher number would lead to throttling, because a partition can
 * only handle 1,000 writes per second.
 */
const PARALLEL = 4;
/** Number of keys read per query. */
const READ = BATCH * PARALLEL * 8;

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>;

export interface Partition {
  readonly table: string;
  readonly partition: { readonly name: string; readonly value: string };
  /** Name of the sort key. */
  readonly sort: string;
}

/**
 * Deletes all items of a partition, or as many as possible before `isOutOfTime` returns true. Resolves to
 * true if no items are left. If it resolves to false, call it again to continue.
 * @throws Unavailable when the table remains too busy
 */
export async function deletePartition(
  db: DocumentClient,
  { table, partition, sort }: Partition,
  isOutOfTime: () => boolean,
): Promise<boolean> {
  for (;;) {
    const keys = await nextKeys(db, { table, partition, sort });
    if (keys.length === 0) return true;
    await deleteItems(db, table, keys);
    if (isOutOfTime()) return false;
  }
}

async function nextKeys(
  db: DocumentClient,
  { table, partition, sort }: Partition,
): Promise<Record<string, string>[]> {
  const { Items } = await db.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: '#partition = :partition',
      ProjectionExpression: '#partition, #sort',
      ExpressionAttributeNames: { '#partition': partition.name, '#sort': sort },
      ExpressionAttributeValues: { ':partition': partition.value },
      ConsistentRead: true,
      Limit: READ,
    }),
  );
  return z.array(z.record(z.string(), z.string())).parse(Items ?? []);
}

/**
 * Deletes the items with these keys, if they exist.
 * @throws Unavailable when the table remains too busy
 */
export async function deleteItems(
  db: DocumentClient,
  table: string,
  keys: Record<string, string>[],
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(keys.length / BATCH) }, (_, index) =>
    keys.slice(index * BATCH, (index + 1) * BATCH),
  );
  const workers = Array.from({ length: PARALLEL }, async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) await deleteBatch(db, table, batch);
  });
  await Promise.all(workers);
}

/** Retries items that a busy table did not process. */
async function deleteBatch(db: DocumentClient, table: string, keys: Record<string, string>[]): Promise<void> {
  let left: Requests = { [table]: keys.map((Key) => ({ DeleteRequest: { Key } })) };
  const deleteLeft = async (): Promise<void> => {
    const { UnprocessedItems = {} } = await db.send(new BatchWriteCommand({ RequestItems: left }));
    left = UnprocessedItems;
    if (Object.keys(left).length > 0) throw new BusyTable();
  };
  await retry(deleteLeft, {
    attempts: 8,
    firstWaitMs: 50,
    // Retrying is safe, because a throttled batch hasn't changed anything.
    isRetryable: (error) => error instanceof BusyTable || isThrottled(error),
    pause,
  });
}

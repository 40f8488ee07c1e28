/** Deletes or stores many items in a table. */
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
  /** If set, deletes only items with this sort key prefix. */
  readonly prefix?: string;
}

/**
 * Deletes all items of a partition, or as many as possible before `isOutOfTime` returns true. Resolves to
 * true if no items are left. If the result is false, call the function again to continue.
 * @throws Unavailable when the table remains too busy
 */
export async function deletePartition(
  db: DocumentClient,
  partition: Partition,
  isOutOfTime: () => boolean,
): Promise<boolean> {
  for (;;) {
    const keys = await nextKeys(db, partition);
    if (keys.length === 0) return true;
    await deleteItems(db, partition.table, keys);
    if (isOutOfTime()) return false;
  }
}

async function nextKeys(
  db: DocumentClient,
  { table, partition, sort, prefix }: Partition,
): Promise<Record<string, string>[]> {
  const { Items } = await db.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression:
        prefix === undefined
          ? '#partition = :partition'
          : '#partition = :partition AND begins_with(#sort, :prefix)',
      ProjectionExpression: '#partition, #sort',
      ExpressionAttributeNames: { '#partition': partition.name, '#sort': sort },
      ExpressionAttributeValues: {
        ':partition': partition.value,
        ...(prefix !== undefined && { ':prefix': prefix }),
      },
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
export function deleteItems(
  db: DocumentClient,
  table: string,
  keys: readonly Record<string, string>[],
): Promise<void> {
  return write(
    db,
    table,
    keys.map((Key) => ({ DeleteRequest: { Key } })),
  );
}

/**
 * Stores these items. Replaces items with the same keys.
 * @throws Unavailable when the table remains too busy
 */
export function putItems(
  db: DocumentClient,
  table: string,
  items: readonly Record<string, unknown>[],
): Promise<void> {
  return write(
    db,
    table,
    items.map((Item) => ({ PutRequest: { Item } })),
  );
}

async function write(db: DocumentClient, table: string, requests: Requests[string]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(requests.length / BATCH) }, (_, index) =>
    requests.slice(index * BATCH, (index + 1) * BATCH),
  );
  const workers = Array.from({ length: PARALLEL }, async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) await writeBatch(db, { [table]: batch });
  });
  await Promise.all(workers);
}

/** Retries items that a busy table did not process. */
async function writeBatch(db: DocumentClient, requests: Requests): Promise<void> {
  let left = requests;
  const writeLeft = async (): Promise<void> => {
    const { UnprocessedItems = {} } = await db.send(new BatchWriteCommand({ RequestItems: left }));
    left = UnprocessedItems;
    if (Object.keys(left).length > 0) throw new BusyTable();
  };
  await retry(writeLeft, {
    attempts: 8,
    firstWaitMs: 50,
    // Retrying is safe, because a throttled batch hasn't changed anything.
    isRetryable: (error) => error instanceof BusyTable || isThrottled(error),
    pause,
  });
}

/** Deleting many items of one table. */
import { BatchWriteCommand, QueryCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { Unavailable } from '../core/errors.ts';
import { isThrottled, type DocumentClient } from './dynamodb.ts';

/** What BatchWriteItem takes at once. */
const BATCH = 25;
/** Batches on their way at the same time; with more, one partition (1,000 writes a second) only throttles. */
const PARALLEL = 4;
/** Keys of one read. */
const READ = BATCH * PARALLEL * 8;
/** Waits of 50 ms, 100 ms, … 6.4 s. */
const TRIES = 8;

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>;

export interface Partition {
  readonly table: string;
  readonly partition: { readonly name: string; readonly value: string };
  /** Name of the sort key. */
  readonly sort: string;
}

/**
 * Deletes all items of one partition, or as many as go until `timeIsUp`; tells whether none was left. Calling it
 * again goes on where it stopped.
 * @throws Unavailable when the table stays too busy
 */
export async function deletePartition(
  db: DocumentClient,
  { table, partition, sort }: Partition,
  timeIsUp: () => boolean,
): Promise<boolean> {
  for (;;) {
    const keys = await someKeys(db, { table, partition, sort });
    if (keys.length === 0) return true;
    await deleteItems(db, table, keys);
    if (timeIsUp()) return false;
  }
}

async function someKeys(
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
 * Deletes the items with these keys, those of them that are there.
 * @throws Unavailable when the table stays too busy
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

/** Asks again for what a busy table left undone, ever more slowly. */
async function deleteBatch(db: DocumentClient, table: string, keys: Record<string, string>[]): Promise<void> {
  let requests: Requests = { [table]: keys.map((Key) => ({ DeleteRequest: { Key } })) };
  for (let tries = 0; tries < TRIES; tries += 1) {
    requests = await undone(db, requests);
    if (Object.keys(requests).length === 0) return;
    await pause(50 * 2 ** tries);
  }
  throw new Unavailable(`${table} is too busy to delete from.`);
}

async function undone(db: DocumentClient, requests: Requests): Promise<Requests> {
  try {
    const { UnprocessedItems = {} } = await db.send(new BatchWriteCommand({ RequestItems: requests }));
    return UnprocessedItems;
  } catch (error) {
    // None of the batch went through, and the client has given up: the same as all of it left undone.
    if (isThrottled(error)) return requests;
    throw error;
  }
}

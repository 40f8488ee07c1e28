/** Reads multiple items in one round trip. */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { BusyTable } from './busy-table.ts';
import type { DocumentClient } from './dynamodb.ts';
import { retry } from '../core/retry.ts';

/** Keys to read and attributes to return, by table. At most 100 keys in total. */
export type KeysByTable = Record<
  string,
  {
    Keys: Record<string, string>[];
    ConsistentRead: boolean;
    ProjectionExpression?: string;
    ExpressionAttributeNames?: Record<string, string>;
  }
>;

/**
 * Returns the items that exist, keyed by table, in no particular order. Retries keys that a busy table didn't
 * process.
 * @throws Unavailable when some items are still missing after four attempts
 */
export async function batchGet(
  db: DocumentClient,
  wanted: KeysByTable,
): Promise<Record<string, Record<string, unknown>[]>> {
  const rows: Record<string, Record<string, unknown>[]> = {};
  let missing = wanted;
  const readMissing = async (): Promise<void> => {
    const { Responses = {}, UnprocessedKeys = {} } = await db.send(
      new BatchGetCommand({ RequestItems: missing }),
    );
    for (const [table, found] of Object.entries(Responses)) rows[table] = [...(rows[table] ?? []), ...found];
    missing = UnprocessedKeys as KeysByTable;
    if (Object.keys(missing).length > 0) throw new BusyTable();
  };
  await retry(readMissing, {
    attempts: 4,
    firstWaitMs: 50,
    isRetryable: (error) => error instanceof BusyTable,
    pause,
  });
  return rows;
}

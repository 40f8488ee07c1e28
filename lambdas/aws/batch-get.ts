/** Reading several items in one round trip, whole. */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../core/errors.ts';
import type { DocumentClient } from './dynamodb.ts';

/** The keys that are wanted of each table; at most 100 in all. */
export type KeysByTable = Record<string, { Keys: Record<string, string>[]; ConsistentRead: boolean }>;

/**
 * The items that there are, by table and in no order. Asks again for what a busy table left out.
 * @throws Unavailable when it leaves out something four times
 */
export async function batchGet(
  db: DocumentClient,
  wanted: KeysByTable,
): Promise<Record<string, Record<string, unknown>[]>> {
  const rows: Record<string, Record<string, unknown>[]> = {};
  let missing = wanted;
  for (let tries = 0; tries < 4; tries += 1) {
    const { Responses = {}, UnprocessedKeys = {} } = await db.send(
      new BatchGetCommand({ RequestItems: missing }),
    );
    for (const [table, found] of Object.entries(Responses)) rows[table] = [...(rows[table] ?? []), ...found];
    if (Object.keys(UnprocessedKeys).length === 0) return rows;
    missing = UnprocessedKeys as KeysByTable;
    await pause(50 * 2 ** tries);
  }
  throw new Unavailable();
}

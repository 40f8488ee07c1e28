/**
 * Stores an import's progress in the target service, so that an interrupted import can be resumed on any
 * machine.
 */
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { DAY, epochSeconds } from '../../lambdas/core/clock.ts';

/** How long an interrupted import can be resumed, in milliseconds. */
const KEPT = 30 * DAY;

const importProgress = z.object({
  /** Digest of the export. If the export has changed since, the import starts from the beginning. */
  digest: z.string(),
  started_at: z.string(),
  /** True if the import created the account, which stays suspended until the import is complete. */
  creates_account: z.boolean(),
  /** Kind and number of the next part to import. */
  next_kind: z.int(),
  next_part: z.int(),
});
export type ImportProgress = z.infer<typeof importProgress>;

/**
 * Name prefix of the counter item that stores an import's progress. Account deletion finds the item by this
 * prefix.
 */
export const IMPORT_COUNTER = 'import';

export function importProgressStore(db: DocumentClient, table: string, accountId: string) {
  const Key = { counter: `${IMPORT_COUNTER}#${accountId}#progress` };
  return {
    async find(): Promise<ImportProgress | undefined> {
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return importProgress.optional().parse(Item);
    },
    async put(progress: ImportProgress, now: number): Promise<void> {
      const Item = { ...Key, ...progress, expires_at: epochSeconds(now + KEPT) };
      await db.send(new PutCommand({ TableName: table, Item }));
    },
    async remove(): Promise<void> {
      await db.send(new DeleteCommand({ TableName: table, Key }));
    },
  };
}

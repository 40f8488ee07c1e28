/** How far an import is, kept by the service that it goes into: a cut-off import goes on, whatever machine it is run on. */
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { DAY, epochSeconds } from '../../lambdas/core/clock.ts';

/** Nobody goes on with an import after this time. */
const KEPT = 30 * DAY;

const importProgress = z.object({
  /** Of the export; another export of the account begins anew. */
  digest: z.string(),
  started_at: z.string(),
  /** Whether the import created the account, which is suspended until it ends. */
  creates_account: z.boolean(),
  /** Kind and number of the part that is imported next. */
  next_kind: z.int(),
  next_part: z.int(),
});
export type ImportProgress = z.infer<typeof importProgress>;

/** Account deletion removes it by the beginning of its name. */
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

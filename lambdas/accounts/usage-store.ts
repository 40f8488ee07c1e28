/** Reads an account and its usage for a month in one round trip, or two if the account's counter
 * has shards (Accounts and Counters tables). */
import { account, type Account } from './account.ts';
import { readUsed } from './quota-shard-store.ts';
import { quotaCounter } from './quota.ts';
import { batchGet } from '../aws/batch-get.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

/** Creates a store that reads accounts and their monthly usage. */
export function usageStore(db: DocumentClient, tables: { accounts: string; counters: string }) {
  return {
    /**
     * Returns the account and the number of submissions accepted in the month of `at`, using a strongly
     * consistent read.
     */
    async find(accountId: string, at: number): Promise<{ account: Account; used: number } | undefined> {
      const month = quotaCounter(accountId, at, 0).counter;
      const rows = await batchGet(db, {
        [tables.accounts]: { Keys: [{ account_id: accountId }], ConsistentRead: true },
        [tables.counters]: { Keys: [{ counter: month }], ConsistentRead: true },
      });
      const found = account.optional().parse(rows[tables.accounts]?.[0]);
      return (
        found && { account: found, used: await readUsed(db, tables.counters, rows[tables.counters]?.[0]) }
      );
    },
  };
}

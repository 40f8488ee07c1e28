/** Finds accounts by id (table Accounts). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { account, limitedAccount, type Account, type LimitedAccount } from './account.ts';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';

/** Reads accounts for ingest. */
export function limitedAccountStore(db: DocumentClient, table: string) {
  const wanted = projectionOf(limitedAccount.keyof().options);
  return {
    /** Returns the account's limits. The read is strongly consistent. */
    async find(accountId: string): Promise<LimitedAccount | undefined> {
      const Key = { account_id: accountId };
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key, ConsistentRead: true, ...wanted }),
      );
      return Item && limitedAccount.parse(Item);
    },
  };
}

/** Reads accounts. */
export function accountStore(db: DocumentClient, table: string) {
  return {
    /**
     * Returns the account. The read is strongly consistent, so that a new plan or quota takes effect
     * immediately.
     */
    async find(accountId: string): Promise<Account | undefined> {
      const Key = { account_id: accountId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && account.parse(Item);
    },
  };
}

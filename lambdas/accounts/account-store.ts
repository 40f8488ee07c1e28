/** Finds accounts by their id (table Accounts). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { account, limitedAccount, type Account, type LimitedAccount } from './account.ts';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';

/** The accounts as ingest reads them. */
export function limitedAccountStore(db: DocumentClient, table: string) {
  const wanted = projectionOf(limitedAccount.keyof().options);
  return {
    /** The limits of the account with this id, strongly consistent. */
    async find(accountId: string): Promise<LimitedAccount | undefined> {
      const Key = { account_id: accountId };
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key, ConsistentRead: true, ...wanted }),
      );
      return Item && limitedAccount.parse(Item);
    },
  };
}

/** The stored accounts. */
export function accountStore(db: DocumentClient, table: string) {
  return {
    /** The account with this id, strongly consistent: a new plan or quota holds at once. */
    async find(accountId: string): Promise<Account | undefined> {
      const Key = { account_id: accountId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && account.parse(Item);
    },
  };
}

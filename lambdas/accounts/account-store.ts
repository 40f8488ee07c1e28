/** Finds accounts by their id (table Accounts). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { account, type Account } from './account.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

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

/** Finds accounts by id and adds new ones (Accounts table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { account, limitedAccount, type Account, type LimitedAccount } from './account.ts';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';

/** Builds the transaction item that stores a new account. Its condition fails if the id is already taken. */
export const accountPut = (created: Account, table: string) => ({
  Put: { TableName: table, Item: created, ConditionExpression: 'attribute_not_exists(account_id)' },
});

/** Creates a store that reads only the account attributes that ingest needs. */
export function limitedAccountStore(db: DocumentClient, table: string) {
  const wanted = projectionOf(limitedAccount.keyof().options);
  return {
    /** Returns the account's limits, using a strongly consistent read. */
    async find(accountId: string): Promise<LimitedAccount | undefined> {
      const Key = { account_id: accountId };
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key, ConsistentRead: true, ...wanted }),
      );
      return Item && limitedAccount.parse(Item);
    },
  };
}

/** Creates a store that reads accounts. */
export function accountStore(db: DocumentClient, table: string) {
  return {
    /** Uses a strongly consistent read, so that a new plan or quota takes effect immediately. */
    async find(accountId: string): Promise<Account | undefined> {
      const Key = { account_id: accountId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && account.parse(Item);
    },
  };
}

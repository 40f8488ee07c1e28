/** Reads the account attributes that callers can see (table Accounts). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import { callerAccount } from './caller-view.ts';

const ATTRIBUTES = projectionOf(callerAccount.keyof().options);

export function callerAccountStore(db: DocumentClient, table: string) {
  return {
    /** Returns the account, using a strongly consistent read. */
    async find(accountId: string): Promise<z.infer<typeof callerAccount> | undefined> {
      const Key = { account_id: accountId };
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key, ConsistentRead: true, ...ATTRIBUTES }),
      );
      return Item && callerAccount.parse(Item);
    },
  };
}

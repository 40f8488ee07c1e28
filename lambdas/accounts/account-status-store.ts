/** Tells whether an account is suspended (table Accounts), reading nothing else of it. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { accountStatusAttributes } from './account.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

/** Answers whether an account may do anything at this moment. */
export interface AccountStatus {
  /** Strongly consistent, so that a suspension holds at once. An account that does not exist counts as suspended. */
  isSuspended(accountId: string): Promise<boolean>;
}

export function accountStatusStore(db: DocumentClient, table: string): AccountStatus {
  return {
    async isSuspended(accountId) {
      const { Item } = await db.send(
        new GetCommand({
          TableName: table,
          Key: { account_id: accountId },
          ConsistentRead: true,
          ProjectionExpression: accountStatusAttributes.join(', '),
        }),
      );
      return Item === undefined || Item['suspended_at'] !== undefined;
    },
  };
}

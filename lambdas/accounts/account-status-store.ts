/** Checks whether an account is suspended. Reads no other attributes of the account (Accounts table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { accountStatusAttributes } from './account.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

/** Checks whether accounts are suspended. */
export interface AccountStatus {
  /**
   * Uses a strongly consistent read, so that a suspension takes effect immediately. An account that doesn't
   * exist counts as suspended.
   */
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

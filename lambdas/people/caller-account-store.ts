/** Reads and changes the account attributes that callers can see (Accounts table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { firstConditionHolds, projectionOf, transact, type DocumentClient } from '../aws/dynamodb.ts';
import type { AuditPut } from '../core/audit-row.ts';
import { callerAccount, type CallerAccount } from './caller-view.ts';

const ATTRIBUTES = projectionOf(callerAccount.keyof().options);

export function callerAccountStore(db: DocumentClient, table: string) {
  return {
    /** Returns the account, using a strongly consistent read. */
    async find(accountId: string): Promise<CallerAccount | undefined> {
      const Key = { account_id: accountId };
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key, ConsistentRead: true, ...ATTRIBUTES }),
      );
      return Item && callerAccount.parse(Item);
    },

    /**
     * Sets or removes the account's time zone and stores the audit row. Does nothing if the account no longer
     * exists.
     */
    async setTimeZone(accountId: string, zone: string | null, audit: AuditPut): Promise<void> {
      const Update = {
        TableName: table,
        Key: { account_id: accountId },
        UpdateExpression: zone === null ? 'REMOVE time_zone' : 'SET time_zone = :zone',
        ConditionExpression: 'attribute_exists(account_id)',
        ...(zone !== null && { ExpressionAttributeValues: { ':zone': zone } }),
      };
      await firstConditionHolds(transact(db, { TransactItems: [{ Update }, audit] }));
    },
  };
}

/** Reads an account's time zone without reading its other attributes (Accounts table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { account, accountZoneAttributes } from './account.ts';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';

const zone = account.pick({ time_zone: true });
const ATTRIBUTES = projectionOf(accountZoneAttributes);

export function timeZoneStore(db: DocumentClient, table: string) {
  return {
    /** Returns the account's time zone, or undefined if none is set. Uses a strongly consistent read. */
    async find(accountId: string): Promise<string | undefined> {
      const Key = { account_id: accountId };
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key, ConsistentRead: true, ...ATTRIBUTES }),
      );
      return zone.optional().parse(Item)?.time_zone;
    },
  };
}

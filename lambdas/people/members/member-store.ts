/** Finds and lists an account's members (Members table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { latestPage } from '../../aws/latest-page.ts';
import { member, type Member } from '../../auth/member.ts';

/** Creates the member store. All reads are strongly consistent. */
export function memberStore(db: DocumentClient, table: string) {
  return {
    async find(accountId: string, memberId: string): Promise<Member | undefined> {
      const Key = { account_id: accountId, member_id: memberId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && member.parse(Item);
    },

    /** Lists the account's members, most recently invited first. */
    list: (accountId: string, limit: number, after?: string) =>
      latestPage(db, { table, of: ['account_id', accountId], id: 'member_id', row: member }, limit, after),
  };
}

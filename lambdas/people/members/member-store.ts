/** Finds and lists the members of an account (table Members). */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import type { Page } from '../../core/pagination.ts';
import { member, type Member } from './member.ts';

/** The members of all accounts; every read is strongly consistent. */
export function memberStore(db: DocumentClient, table: string) {
  return {
    /** The account's member with this id. */
    async find(accountId: string, memberId: string): Promise<Member | undefined> {
      const Key = { account_id: accountId, member_id: memberId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && member.parse(Item);
    },

    /** The account's members, the latest invited first. */
    async list(accountId: string, limit: number, after?: string): Promise<Page<Member, string>> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'account_id = :account',
          ExpressionAttributeValues: { ':account': accountId },
          ScanIndexForward: false,
          ConsistentRead: true,
          // One row more than asked for tells whether there is a next page.
          Limit: limit + 1,
          ...(after !== undefined && { ExclusiveStartKey: { account_id: accountId, member_id: after } }),
        }),
      );
      const all = z.array(member).parse(Items ?? []);
      const rows = all.slice(0, limit);
      return { rows, next: all.length > limit ? rows.at(-1)?.member_id : undefined };
    },
  };
}

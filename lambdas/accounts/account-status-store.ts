/** Checks whether an account is suspended. Doesn't read any other account attributes (Accounts table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { account, accountStatusAttributes } from './account.ts';
import type { EventOwners } from '../core/event-owners.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

const eventOwners = account.shape.event_owners;

/** Checks whether accounts are suspended. */
export interface AccountStatus {
  /**
   * Uses a strongly consistent read, so that a suspension takes effect immediately. An account that doesn't
   * exist counts as suspended.
   */
  isSuspended(accountId: string): Promise<boolean>;
  /** Also returns which webhooks subscribe to events other than new submissions. */
  statusOf(accountId: string): Promise<{ isSuspended: boolean; eventOwners: EventOwners }>;
}

export function accountStatusStore(db: DocumentClient, table: string): AccountStatus {
  const read: AccountStatus['statusOf'] = async (accountId) => {
    const { Item } = await db.send(
      new GetCommand({
        TableName: table,
        Key: { account_id: accountId },
        ConsistentRead: true,
        ProjectionExpression: accountStatusAttributes.join(', '),
      }),
    );
    return {
      isSuspended: Item === undefined || Item['suspended_at'] !== undefined,
      eventOwners: eventOwners.parse(Item?.['event_owners']),
    };
  };
  return {
    statusOf: read,
    isSuspended: async (accountId) => (await read(accountId)).isSuspended,
  };
}

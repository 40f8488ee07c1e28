/** Counting up to a limit, exactly under races (table Counters). */
import type { CounterLimit } from '../core/counter-limit.ts';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { conditionHolds, type DocumentClient } from './dynamodb.ts';

/** The write that adds one; its condition fails when the limit is reached. */
export function incrementWithin(table: string, { counter, limit, expiresAt }: CounterLimit) {
  return {
    TableName: table,
    Key: { counter },
    UpdateExpression: 'SET used = if_not_exists(used, :none) + :one, expires_at = :expires',
    ConditionExpression: ':none < :limit AND (attribute_not_exists(used) OR used < :limit)',
    ExpressionAttributeValues: { ':none': 0, ':one': 1, ':limit': limit, ':expires': expiresAt },
  } satisfies UpdateCommandInput;
}

export function counterStore(db: DocumentClient, table: string) {
  return {
    /** Adds one unless the limit is reached; resolves to whether it was added. */
    count(limit: CounterLimit): Promise<boolean> {
      return conditionHolds(db.send(new UpdateCommand(incrementWithin(table, limit))));
    },

    /** Takes back one unit that `count` added. */
    async giveBack({ counter }: CounterLimit): Promise<void> {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: { counter },
          UpdateExpression: 'SET used = used - :one',
          ConditionExpression: 'used >= :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    },
  };
}

/** Counting up to a limit, exactly, whatever races (table Counters). */
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { CounterLimit } from '../core/counter-limit.ts';

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

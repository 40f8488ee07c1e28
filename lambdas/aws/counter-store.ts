/** Increments counters up to a limit, which concurrent calls never exceed (Counters table). */
import type { CounterLimit } from '../core/counters/counter-limit.ts';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { batchGet } from './batch-get.ts';
import { conditionHolds, type DocumentClient } from './dynamodb.ts';
import { unrepeated } from './unrepeated.ts';

/**
 * Returns the update that adds `amount` to a counter. The update's condition fails if the limit would be
 * exceeded.
 */
export function incrementWithin(table: string, { counter, limit, expiresAt }: CounterLimit, amount = 1) {
  return {
    TableName: table,
    Key: { counter },
    UpdateExpression: 'SET used = if_not_exists(used, :none) + :amount, expires_at = :expires',
    ConditionExpression: ':none <= :most AND (attribute_not_exists(used) OR used <= :most)',
    ExpressionAttributeValues: {
      ':none': 0,
      ':amount': amount,
      ':most': limit - amount,
      ':expires': expiresAt,
    },
  } satisfies UpdateCommandInput;
}

export function counterStore(db: DocumentClient, table: string) {
  return {
    /**
     * Increments the counter unless its limit is reached. Resolves to true if the counter was incremented.
     */
    count(limit: CounterLimit): Promise<boolean> {
      return conditionHolds(db.send(new UpdateCommand(incrementWithin(table, limit))));
    },

    /**
     * Releases one unit counted by `count`. Never releases a unit twice. If the outcome of the call is
     * unknown, the SDK doesn't retry it, so the unit might remain counted.
     */
    async release({ counter }: CounterLimit): Promise<void> {
      await db.send(
        unrepeated(
          new UpdateCommand({
            TableName: table,
            Key: { counter },
            UpdateExpression: 'SET used = used - :one',
            ConditionExpression: 'used >= :one',
            ExpressionAttributeValues: { ':one': 1 },
          }),
        ),
      );
    },
  };
}

/** Maximum number of keys per BatchGetItem call. */
const KEYS_AT_ONCE = 100;

/**
 * Returns the counters with these names, in no particular order. Omits counters that don't exist. Uses
 * strongly consistent reads.
 */
export async function readCounters(
  db: DocumentClient,
  table: string,
  names: readonly string[],
): Promise<Record<string, unknown>[]> {
  const batches = Array.from({ length: Math.ceil(names.length / KEYS_AT_ONCE) }, (_, index) =>
    names.slice(index * KEYS_AT_ONCE, (index + 1) * KEYS_AT_ONCE),
  );
  const found = await Promise.all(
    batches.map((some) =>
      batchGet(db, { [table]: { Keys: some.map((counter) => ({ counter })), ConsistentRead: true } }),
    ),
  );
  return found.flatMap((rows) => rows[table] ?? []);
}

/** Units that are counted up to a limit (table Counters). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CounterLimit } from '../core/counter-limit.ts';
import { incrementWithin } from './counting.ts';
import { conditionHolds, type DocumentClient } from './dynamodb.ts';

export function counterStore(db: DocumentClient, table: string) {
  return {
    /** Adds one unless the limit is reached; tells whether it was added. Exact under races. */
    count(rule: CounterLimit): Promise<boolean> {
      return conditionHolds(db.send(new UpdateCommand(incrementWithin(table, rule))));
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

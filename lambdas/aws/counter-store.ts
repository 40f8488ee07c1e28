/** Units that are counted up to a limit (table Counters). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CounterRule } from '../accounts/usage-counters.ts';
import { countOne } from './counting.ts';
import { conditionHolds, type Documents } from './dynamodb.ts';

export function counterStore(db: Documents, table: string) {
  return {
    /** Adds one unless the limit is reached; tells whether it was added. Exact under races. */
    count(rule: CounterRule): Promise<boolean> {
      return conditionHolds(db.send(new UpdateCommand(countOne(table, rule))));
    },

    /** Takes back one unit that `count` added. */
    async giveBack({ counter }: CounterRule): Promise<void> {
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

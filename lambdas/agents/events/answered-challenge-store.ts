/** Remembers which callbacks have answered a challenge (Counters table). */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { epochSeconds, type Clock } from '../../core/clock.ts';
import { answeredCounter } from './challenge.ts';

const answered = z.object({ expires_at: z.int() });

export function answeredChallengeStore(db: DocumentClient, table: string, now: Clock) {
  return {
    async has(principalId: string, url: string): Promise<boolean> {
      const { counter } = answeredCounter(principalId, url, now());
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: { counter }, ConsistentRead: true }),
      );
      // Check the expiry time, because DynamoDB's TTL deletes expired items with a delay.
      return Item !== undefined && answered.parse(Item).expires_at > epochSeconds(now());
    },

    async add(principalId: string, url: string): Promise<void> {
      const Item = answeredCounter(principalId, url, now());
      await db.send(new PutCommand({ TableName: table, Item }));
    },
  };
}

/** Stores the last three times at which each text was submitted (Counters table). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { REPEATED_WITHIN, type SeenText } from './repeated-text.ts';

const seen = z.object({ third_last: z.int() });

/**
 * Records that the text was submitted and returns true if it has been submitted three times within an hour,
 * including this time. Uses a single table write, so the count is exact even for concurrent requests.
 */
export async function isTextRepeated(db: DocumentClient, table: string, text: SeenText): Promise<boolean> {
  const { Attributes } = await db.send(
    new UpdateCommand({
      TableName: table,
      Key: { counter: text.counter },
      // DynamoDB evaluates all right-hand sides before it writes, so this moves each stored time down by one
      // position.
      UpdateExpression:
        'SET third_last = if_not_exists(second_last, :never), second_last = if_not_exists(seen_last, :never), seen_last = :now, expires_at = :expires',
      ExpressionAttributeValues: { ':never': 0, ':now': text.now, ':expires': text.expiresAt },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return text.now - seen.parse(Attributes).third_last < REPEATED_WITHIN;
}

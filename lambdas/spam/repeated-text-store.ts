/** Remembers when a text was posted last (table Counters). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { REPEATED_WITHIN, type SeenText } from './repeated-text.ts';

const seen = z.object({ third_last: z.int() });

/** Notes that the text came; whether it came three times within an hour, this time included. One write, exact under races. */
export async function isTextRepeated(db: DocumentClient, table: string, text: SeenText): Promise<boolean> {
  const { Attributes } = await db.send(
    new UpdateCommand({
      TableName: table,
      Key: { counter: text.counter },
      // The values on the right are those from before the write, so each time moves on by one place.
      UpdateExpression:
        'SET third_last = if_not_exists(second_last, :never), second_last = if_not_exists(seen_last, :never), seen_last = :now, expires_at = :expires',
      ExpressionAttributeValues: { ':never': 0, ':now': text.now, ':expires': text.expiresAt },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return text.now - seen.parse(Attributes).third_last < REPEATED_WITHIN;
}

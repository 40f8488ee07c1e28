/**
 * Remembers tool calls by their idempotency keys for 24 hours, so that a repeated call doesn't create a second
 * form (Idempotency table).
 */
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';
import { epochSeconds, type Clock } from '../core/clock.ts';
import { claimedUntil, keptUntil, repeatedCall, type CallOnce } from './call-once.ts';

export function repeatedCallStore(db: DocumentClient, table: string, now: Clock) {
  return {
    /**
     * Claims the key for a call.
     * @returns `claimed`, `running` if another call has claimed the key, or the id of the resource that an
     *   earlier call created
     */
    async claim(once: CallOnce): Promise<'claimed' | 'running' | { readonly id: string }> {
      const at = now();
      const isClaimed = await conditionHolds(
        db.send(
          new PutCommand({
            TableName: table,
            Item: { ...once, expires_at: claimedUntil(at) },
            ConditionExpression: 'attribute_not_exists(key_digest) OR expires_at <= :now',
            ExpressionAttributeValues: { ':now': epochSeconds(at) },
          }),
        ),
      );
      if (isClaimed) return 'claimed';
      const { Item = {} } = await db.send(
        new GetCommand({ TableName: table, Key: { ...once }, ConsistentRead: true }),
      );
      const { created_id } = repeatedCall.parse(Item);
      return created_id === undefined ? 'running' : { id: created_id };
    },

    /** Stores the id of the resource that the call created. */
    async finish(once: CallOnce, created_id: string): Promise<void> {
      const Item = { ...once, created_id, expires_at: keptUntil(now()) };
      await db.send(new PutCommand({ TableName: table, Item }));
    },

    /** Releases the key after a call that didn't create anything. */
    async release(once: CallOnce): Promise<void> {
      await db.send(new DeleteCommand({ TableName: table, Key: { ...once } }));
    },
  };
}

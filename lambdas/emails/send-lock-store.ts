/** Stores send locks for e-mails (Idempotency table). */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { epochSeconds, timestamp } from '../core/clock.ts';
import { SENT_MEMORY, type SendLockResult, type SendLock, type EmailName } from './send-lock.ts';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';

/** Schema of a stored lock. */
const lockItem = z.object({ lock_owner: z.string(), locked_until: z.number().optional() });

export function sendLockStore(db: DocumentClient, idempotencyTable: string): SendLock {
  // The prefix separates locks from the form's idempotency keys, so that the sending function's role can be
  // denied access to those.
  const keyOf = ({ scope, id }: EmailName) => ({ form_id: `email#${scope}`, key_digest: id });
  return {
    async acquire(email, owner, now, until): Promise<SendLockResult> {
      try {
        await db.send(
          new PutCommand({
            TableName: idempotencyTable,
            Item: {
              ...keyOf(email),
              lock_owner: owner,
              // This attribute is absent if the lock never expires or the e-mail has been sent.
              ...(until !== undefined && { locked_until: until }),
              expires_at: epochSeconds(now + SENT_MEMORY),
            },
            ConditionExpression:
              'attribute_not_exists(key_digest) OR locked_until <= :now OR expires_at <= :seconds',
            ExpressionAttributeValues: { ':now': now, ':seconds': epochSeconds(now) },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { state: 'acquired' };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // Unmarshall the item here because the document client doesn't unmarshall items in
        // exceptions.
        const held = lockItem.parse(unmarshall(error.Item ?? {}));
        // This caller might already hold the lock, because the DynamoDB client retries requests whose
        // response was lost.
        if (held.lock_owner === owner) return { state: 'acquired' };
        return held.locked_until === undefined
          ? { state: 'done' }
          : { state: 'busy', until: held.locked_until };
      }
    },

    async markSent(email, owner, messageId, now) {
      await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: idempotencyTable,
            Key: keyOf(email),
            UpdateExpression: 'SET sent_at = :at, message_id = :message REMOVE locked_until',
            ConditionExpression: 'lock_owner = :owner',
            ExpressionAttributeValues: {
              ':at': timestamp(now),
              ':message': messageId,
              ':owner': owner,
            },
          }),
        ),
      );
    },

    async release(email, owner) {
      await conditionHolds(
        db.send(
          new DeleteCommand({
            TableName: idempotencyTable,
            Key: keyOf(email),
            ConditionExpression: 'lock_owner = :owner',
            ExpressionAttributeValues: { ':owner': owner },
          }),
        ),
      );
    },
  };
}

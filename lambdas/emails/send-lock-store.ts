/** Who sends which e-mail, and to whom an automatic answer went (tables Idempotency and Counters). */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { epochSeconds, timestamp } from '../core/clock.ts';
import {
  AUTORESPONSE_INTERVAL,
  SENT_MEMORY,
  type AutoresponseLimit,
  type SendLockResult,
  type SendLock,
  type EmailName,
} from './send-lock.ts';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';

/** The lock as its item holds it. */
const lockItem = z.object({ claimant: z.string(), claimed_until: z.number().optional() });

export function sendLockStore(db: DocumentClient, idempotencyTable: string): SendLock {
  // Beside the form's idempotency keys, not among them: by this the sender's role is kept from those.
  const keyOf = ({ form_id, id }: EmailName) => ({ form_id: `email#${form_id}`, key_digest: id });
  return {
    async claim(email, claimant, now, until): Promise<SendLockResult> {
      try {
        await db.send(
          new PutCommand({
            TableName: idempotencyTable,
            Item: {
              ...keyOf(email),
              claimant,
              // Absent when the claim never runs out, and once the e-mail is sent.
              ...(until !== undefined && { claimed_until: until }),
              expires_at: epochSeconds(now + SENT_MEMORY),
            },
            ConditionExpression:
              'attribute_not_exists(key_digest) OR claimed_until <= :now OR expires_at <= :seconds',
            ExpressionAttributeValues: { ':now': now, ':seconds': epochSeconds(now) },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { state: 'ours' };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // The document client leaves the item of an exception in DynamoDB's typed attributes.
        const held = lockItem.parse(unmarshall(error.Item ?? {}));
        // The client asks again when an answer is lost: the claim that is in the way may be this one.
        if (held.claimant === claimant) return { state: 'ours' };
        return held.claimed_until === undefined
          ? { state: 'done' }
          : { state: 'busy', until: held.claimed_until };
      }
    },

    async sent(email, claimant, messageId, now) {
      await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: idempotencyTable,
            Key: keyOf(email),
            UpdateExpression: 'SET sent_at = :at, message_id = :message REMOVE claimed_until',
            ConditionExpression: 'claimant = :claimant',
            ExpressionAttributeValues: {
              ':at': timestamp(now),
              ':message': messageId,
              ':claimant': claimant,
            },
          }),
        ),
      );
    },

    async release(email, claimant) {
      await conditionHolds(
        db.send(
          new DeleteCommand({
            TableName: idempotencyTable,
            Key: keyOf(email),
            ConditionExpression: 'claimant = :claimant',
            ExpressionAttributeValues: { ':claimant': claimant },
          }),
        ),
      );
    },
  };
}

export function autoresponseLimitStore(db: DocumentClient, countersTable: string): AutoresponseLimit {
  const keyOf = ({ form_id }: { form_id: string }, digest: string) => ({
    counter: `answer#${form_id}#${digest}`,
  });
  return {
    take(form, digest, submissionId, now) {
      return conditionHolds(
        db.send(
          new PutCommand({
            TableName: countersTable,
            // A whole second more than the hour: TTL knows no parts of seconds.
            Item: {
              ...keyOf(form, digest),
              submission_id: submissionId,
              expires_at: epochSeconds(now + AUTORESPONSE_INTERVAL) + 1,
            },
            ConditionExpression:
              'attribute_not_exists(#counter) OR expires_at <= :now OR submission_id = :submission',
            ExpressionAttributeNames: { '#counter': 'counter' },
            ExpressionAttributeValues: { ':now': epochSeconds(now), ':submission': submissionId },
          }),
        ),
      );
    },

    async giveBack(form, digest, submissionId) {
      await conditionHolds(
        db.send(
          new DeleteCommand({
            TableName: countersTable,
            Key: keyOf(form, digest),
            ConditionExpression: 'submission_id = :submission',
            ExpressionAttributeValues: { ':submission': submissionId },
          }),
        ),
      );
    },
  };
}

/** Counts the deliveries that fail in a webhook's failing span (Deliveries and Webhooks tables). */
import { failedConditions, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { Webhook } from '../webhook.ts';

interface FailureTables {
  readonly deliveries: string;
  readonly webhooks: string;
}

export function failureCountStore(db: DocumentClient, tables: FailureTables) {
  return {
    /**
     * Replaces a delivery and counts its failure in one transaction, so that the failure is counted exactly
     * once. If the delivery failed before the start of the span, moves the start back to the time of this
     * failure. Returns false and changes nothing if the delivery or the span has changed.
     */
    async countFailure(before: Delivery, after: Delivery, of: Webhook): Promise<boolean> {
      const { owner_id, webhook_id, failure_id, failure_from = '' } = of;
      const failedAt = after.failed_at ?? failure_from;
      const isEarlier = failedAt < failure_from;
      const Put = {
        TableName: tables.deliveries,
        Item: { ...after, failure_id, version: before.version + 1 },
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': before.version },
      };
      const Update = {
        TableName: tables.webhooks,
        Key: { owner_id, webhook_id },
        UpdateExpression: `${isEarlier ? 'SET failure_from = :earlier ' : ''}ADD failure_count :one`,
        ConditionExpression: `failure_id = :id${isEarlier ? ' AND failure_from = :seen' : ''}`,
        ExpressionAttributeValues: {
          ':one': 1,
          ':id': failure_id,
          ...(isEarlier && { ':earlier': failedAt, ':seen': failure_from }),
        },
      };
      try {
        await transact(db, { TransactItems: [{ Put }, { Update }] });
        return true;
      } catch (error) {
        if (failedConditions(error)?.includes(true) === true) return false;
        throw error;
      }
    },
  };
}

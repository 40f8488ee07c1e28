/** Deletes a submission's deliveries when its data is erased (Deliveries table). */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { deleteItems } from '../../aws/batch-delete.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { deliveryIdOf, occasionDeliveryId } from '../../core/ids.ts';
import { withheldKey } from './withheld-delivery.ts';

const deliveryKey = z.object({ webhook_id: z.string(), delivery_id: z.string() });
type DeliveryKey = z.infer<typeof deliveryKey>;

export function erasedDeliveryStore(db: DocumentClient, table: string) {
  const keysIn = async (webhook_id: string, prefix: string): Promise<DeliveryKey[]> => {
    const { Items } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'webhook_id = :webhook AND begins_with(delivery_id, :prefix)',
        ProjectionExpression: 'webhook_id, delivery_id',
        ExpressionAttributeValues: { ':webhook': webhook_id, ':prefix': prefix },
        ConsistentRead: true,
      }),
    );
    return z.array(deliveryKey).parse(Items ?? []);
  };
  return {
    /**
     * Deletes all of the submission's deliveries and the records of filters that excluded the submission.
     * Keeps the delivery that notifies the webhook of the deletion, because it only contains ids.
     * @throws Unavailable if DynamoDB keeps throttling the table
     */
    async remove(webhookId: string, submissionId: string): Promise<void> {
      const prefix = deliveryIdOf(webhookId, submissionId);
      const told = occasionDeliveryId(webhookId, submissionId, { kind: 'deletion' });
      const withheld = withheldKey(webhookId, submissionId);
      const found = await Promise.all([
        keysIn(webhookId, prefix),
        keysIn(withheld.webhook_id, withheld.delivery_id),
      ]);
      await deleteItems(
        db,
        table,
        found.flat().filter(({ delivery_id }) => delivery_id !== told),
      );
    },
  };
}

/** Finds a submission's deliveries (tables Webhooks and Deliveries). */
import * as z from 'zod';
import { delivery, type Delivery } from './delivery.ts';
import { deliveryIdOf } from '../../core/ids.ts';
import { batchGet } from '../../aws/batch-get.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { webhookStore } from '../webhook-store.ts';

export function submissionDeliveryStore(
  db: DocumentClient,
  tables: { webhooks: string; deliveries: string },
) {
  const webhooks = webhookStore(db, tables.webhooks);
  return {
    /**
     * Returns the submission's deliveries to the current webhooks of these forms or accounts. Needs no index,
     * because a delivery's id contains the ids of its webhook and submission.
     */
    async find(ownerIds: readonly string[], submissionId: string): Promise<Delivery[]> {
      const lists = await Promise.all(ownerIds.map((ownerId) => webhooks.list(ownerId)));
      const Keys = lists.flat().map(({ webhook_id }) => ({
        webhook_id,
        delivery_id: deliveryIdOf(webhook_id, submissionId),
      }));
      if (Keys.length === 0) return [];
      const rows = await batchGet(db, { [tables.deliveries]: { Keys, ConsistentRead: true } });
      return z.array(delivery).parse(rows[tables.deliveries] ?? []);
    },
  };
}

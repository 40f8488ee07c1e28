/** Finds a submission's deliveries (Webhooks and Deliveries tables). */
import * as z from 'zod';
import { delivery, type Delivery } from './delivery.ts';
import { withheldDelivery, withheldKey, type WithheldDelivery } from './withheld-delivery.ts';
import { deliveryIdOf } from '../../core/ids.ts';
import { batchGet } from '../../aws/batch-get.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { webhookStore } from '../webhook-store.ts';

interface SubmissionDeliveries {
  readonly deliveries: readonly Delivery[];
  readonly withheld: readonly WithheldDelivery[];
}

export function submissionDeliveryStore(
  db: DocumentClient,
  tables: { webhooks: string; deliveries: string },
) {
  const webhooks = webhookStore(db, tables.webhooks);
  /**
   * Reads rows for the current webhooks of these forms or accounts. `keysOf` returns the keys to read for a
   * webhook.
   */
  const read = async (
    ownerIds: readonly string[],
    keysOf: (webhookId: string) => readonly { webhook_id: string; delivery_id: string }[],
  ): Promise<unknown[]> => {
    const lists = await Promise.all(ownerIds.map((ownerId) => webhooks.list(ownerId)));
    const Keys = lists.flat().flatMap(({ webhook_id }) => keysOf(webhook_id));
    if (Keys.length === 0) return [];
    const rows = await batchGet(db, { [tables.deliveries]: { Keys, ConsistentRead: true } });
    return rows[tables.deliveries] ?? [];
  };
  const keyOf = (webhook_id: string, submissionId: string) => ({
    webhook_id,
    delivery_id: deliveryIdOf(webhook_id, submissionId),
  });
  return {
    /**
     * Returns the submission's deliveries to the current webhooks of these forms or accounts. Needs no index,
     * because a delivery's id contains the ids of its webhook and submission.
     */
    async find(ownerIds: readonly string[], submissionId: string): Promise<Delivery[]> {
      return z.array(delivery).parse(await read(ownerIds, (id) => [keyOf(id, submissionId)]));
    },

    /** Like `find`, but also returns the webhooks whose filter excluded the submission. */
    async findAll(ownerIds: readonly string[], submissionId: string): Promise<SubmissionDeliveries> {
      const rows = await read(ownerIds, (id) => [keyOf(id, submissionId), withheldKey(id, submissionId)]);
      const found = z.array(z.union([withheldDelivery, delivery])).parse(rows);
      return {
        deliveries: found.filter((row) => row.status !== 'filtered'),
        withheld: found.filter((row) => row.status === 'filtered'),
      };
    },
  };
}

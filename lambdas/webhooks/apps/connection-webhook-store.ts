/** Deletes the webhooks that an app created (Webhooks table, `connection` index). */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { deleteItems } from '../../aws/batch-delete.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { deletedWebhook } from '../webhook-id-store.ts';

const keys = z.array(z.object({ owner_id: z.string(), webhook_id: z.string() }));

export function connectionWebhookStore(db: DocumentClient, table: string) {
  return {
    /**
     * Deletes all of a connection's webhooks. The index is eventually consistent, so a webhook that was just
     * created might remain.
     */
    async removeAll(connectionId: string): Promise<void> {
      for (
        let after: Record<string, unknown> | undefined, isFirst = true;
        isFirst || after;
        isFirst = false
      ) {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            IndexName: 'connection',
            KeyConditionExpression: 'connection_id = :connection',
            ExpressionAttributeValues: { ':connection': connectionId },
            ProjectionExpression: 'owner_id, webhook_id',
            ExclusiveStartKey: after,
          }),
        );
        const found = keys.parse(Items ?? []);
        for (const { owner_id, webhook_id } of found) {
          const Item = deletedWebhook(owner_id, webhook_id, Date.now());
          await db.send(new PutCommand({ TableName: table, Item }));
        }
        await deleteItems(db, table, found);
        after = LastEvaluatedKey;
      }
    },
  };
}

/** Deliveries (table Deliveries). */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { delivery, type Delivery } from '../domain/delivery.ts';
import { conditionHolds, type Documents } from './dynamodb.ts';

export function deliveryStore(db: Documents, table: string) {
  return {
    async find(webhookId: string, deliveryId: string): Promise<Delivery | undefined> {
      const Key = { webhook_id: webhookId, delivery_id: deliveryId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && delivery.parse(Item);
    },

    /** Stores a new delivery; one that is there already stays as it is. */
    async create(created: Delivery): Promise<void> {
      await conditionHolds(
        db.send(
          new PutCommand({
            TableName: table,
            Item: created,
            ConditionExpression: 'attribute_not_exists(delivery_id)',
          }),
        ),
      );
    },

    /** Stores `after` in place of `before`; undefined, and nothing stored, when it was changed meanwhile. */
    async replace(before: Delivery, after: Delivery): Promise<Delivery | undefined> {
      const next = { ...after, version: before.version + 1 };
      const stored = await conditionHolds(
        db.send(
          new PutCommand({
            TableName: table,
            Item: next,
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':version': before.version },
          }),
        ),
      );
      return stored ? next : undefined;
    },

    /** The last deliveries of a webhook, newest first. */
    async latest(webhookId: string, limit: number): Promise<Delivery[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'webhook_id = :webhook',
          ExpressionAttributeValues: { ':webhook': webhookId },
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: limit,
        }),
      );
      return z.array(delivery).parse(Items ?? []);
    },
  };
}

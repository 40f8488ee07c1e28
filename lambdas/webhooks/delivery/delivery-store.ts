/** Stores deliveries (table Deliveries) and reads its overdue index. */
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { delivery, type Delivery } from './delivery.ts';
import { conditionHolds, type DocumentClient } from '../../aws/dynamodb.ts';

/** The sparse index of deliveries for which something is still to be done (`overdue-index.ts`). */
const OVERDUE_INDEX = 'overdue';

/** An overdue delivery, with the attributes that the index holds. */
const overdue = delivery
  .pick({ webhook_id: true, delivery_id: true, created_at: true, check_at: true })
  .required();
export type Overdue = z.infer<typeof overdue>;

export function deliveryStore(db: DocumentClient, table: string) {
  return {
    async find(webhookId: string, deliveryId: string): Promise<Delivery | undefined> {
      const Key = { webhook_id: webhookId, delivery_id: deliveryId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && delivery.parse(Item);
    },

    /** Stores a new delivery; false when it exists already, and then it stays as it is. */
    create(created: Delivery): Promise<boolean> {
      return conditionHolds(
        db.send(
          new PutCommand({
            TableName: table,
            Item: created,
            ConditionExpression: 'attribute_not_exists(delivery_id)',
          }),
        ),
      );
    },

    /**
     * Compare and swap: stores `after` in place of `before`; undefined, and nothing stored, when another writer
     * came first.
     */
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
      const rows: Delivery[] = [];
      let start: Record<string, unknown> | undefined;
      // A page of DynamoDB holds 1 MB, which fifty long logs exceed.
      do {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: 'webhook_id = :webhook',
            ExpressionAttributeValues: { ':webhook': webhookId },
            ScanIndexForward: false,
            ConsistentRead: true,
            Limit: limit - rows.length,
            ...(start && { ExclusiveStartKey: start }),
          }),
        );
        rows.push(...z.array(delivery).parse(Items ?? []));
        start = LastEvaluatedKey;
      } while (start && rows.length < limit);
      return rows;
    },

    /** The deliveries of one shard of the overdue index whose check was due by `now`, oldest first, in pages. */
    async *overdue(shard: string, now: string): AsyncGenerator<Overdue[], void> {
      let start: Record<string, unknown> | undefined;
      do {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            IndexName: OVERDUE_INDEX,
            KeyConditionExpression: 'overdue_shard = :shard AND check_at <= :now',
            ExpressionAttributeValues: { ':shard': shard, ':now': now },
            Limit: 100,
            ...(start && { ExclusiveStartKey: start }),
          }),
        );
        yield z.array(overdue).parse(Items ?? []);
        start = LastEvaluatedKey;
      } while (start);
    },

    /** Moves the next check to `until`, unless another writer has moved it in the meantime. */
    async postpone({ webhook_id, delivery_id, check_at }: Overdue, until: string): Promise<void> {
      await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: { webhook_id, delivery_id },
            UpdateExpression: 'SET check_at = :until',
            ConditionExpression: 'check_at = :seen',
            ExpressionAttributeValues: { ':until': until, ':seen': check_at },
          }),
        ),
      );
    },
  };
}

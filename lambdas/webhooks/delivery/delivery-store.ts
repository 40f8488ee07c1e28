/** Deliveries (table Deliveries), and the watch over those that are not done with. */
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { delivery, type Delivery } from './delivery.ts';
import { conditionHolds, type DocumentClient } from '../../aws/dynamodb.ts';

/** Name of the sparse index of deliveries under watch. */
const OVERDUE_INDEX = 'overdue';

/** A delivery that is overdue, as the index knows it. */
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

    /** Stores a new delivery; false when it is there already, and then it stays as it is. */
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

    /** The deliveries of one part of the watch that were to be looked after by `now`, oldest first, in pages. */
    async *overdue(part: string, now: string): AsyncGenerator<Overdue[], void> {
      let start: Record<string, unknown> | undefined;
      do {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            IndexName: OVERDUE_INDEX,
            KeyConditionExpression: 'overdue_shard = :part AND check_at <= :now',
            ExpressionAttributeValues: { ':part': part, ':now': now },
            Limit: 100,
            ...(start && { ExclusiveStartKey: start }),
          }),
        );
        yield z.array(overdue).parse(Items ?? []);
        start = LastEvaluatedKey;
      } while (start);
    },

    /** Looks at it again at `until`; nothing happens when somebody has looked after it meanwhile. */
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

/**
 * Finds the ids of webhooks (Webhooks table). Keeps the ids of deleted webhooks as long as their delivery log
 * exists, because deliveries can only be found by the webhook's id.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import { DAY, epochSeconds } from '../core/clock.ts';
import { knownWebhook } from './events/known-webhook.ts';
import { DELIVERY_DAYS } from './delivery/delivery.ts';

/** Prefix of the partitions with the ids of deleted webhooks. */
const DELETED = 'deleted#';

/** Returns the partition with the ids of an owner's deleted webhooks. */
export const deletedWebhooksOf = (ownerId: string): string => `${DELETED}${ownerId}`;

/** Returns the item that keeps a deleted webhook's id until its last delivery has expired. */
export function deletedWebhook(
  ownerId: string,
  webhook_id: string,
  now: number,
): { owner_id: string; webhook_id: string; expires_at: number } {
  return {
    owner_id: deletedWebhooksOf(ownerId),
    webhook_id,
    expires_at: epochSeconds(now + (DELIVERY_DAYS + 1) * DAY),
  };
}

/**
 * Creates a function that reads the schema's attributes from all of a form's or account's webhooks, including
 * deleted ones.
 */
function readerOf<Schema extends z.ZodObject>(db: DocumentClient, table: string, schema: Schema) {
  const inPartition = async (partition: string): Promise<z.output<Schema>[]> => {
    const { ProjectionExpression, ExpressionAttributeNames } = projectionOf(schema.keyof().options);
    const { Items } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'owner_id = :owner',
        ProjectionExpression,
        ExpressionAttributeNames,
        ExpressionAttributeValues: { ':owner': partition },
        ConsistentRead: true,
      }),
    );
    return z.array(schema).parse(Items ?? []);
  };
  return async (ownerId: string): Promise<z.output<Schema>[]> =>
    (await Promise.all([ownerId, deletedWebhooksOf(ownerId)].map(inPartition))).flat();
}

/**
 * Creates a function that returns the ids of all of a form's or account's webhooks, including deleted ones.
 */
export function webhookIdsOf(db: DocumentClient, table: string) {
  const read = readerOf(db, table, knownWebhook.pick({ webhook_id: true }));
  return async (ownerId: string): Promise<string[]> =>
    (await read(ownerId)).map(({ webhook_id }) => webhook_id);
}

/**
 * Creates a function that returns all of a form's or account's webhooks, including deleted ones, with their
 * events.
 */
export const knownWebhooksOf = (db: DocumentClient, table: string) => readerOf(db, table, knownWebhook);

/** Stores deliveries (Deliveries table) and reads its overdue index. */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { delivery, type Delivery } from './delivery.ts';
import type { WithheldDelivery } from './withheld-delivery.ts';
import type { DeliveryFilter } from './deliveries-query.ts';
import { deliveryIdBound, deliveryIdOf } from '../../core/ids.ts';
import type { Page } from '../../core/web/pagination.ts';
import { conditionHolds } from '../../aws/dynamodb.ts';
import type { HotPathClients } from '../../aws/item-client.ts';

/** Sparse index of deliveries that still need work (`overdue-index.ts`). */
const OVERDUE_INDEX = 'overdue';

/** An overdue delivery, with the attributes in the index. */
const overdue = delivery
  .pick({ webhook_id: true, delivery_id: true, created_at: true, check_at: true })
  .required();
export type Overdue = z.infer<typeof overdue>;

/**
 * Maximum number of queries for a page. Each query reads at most 1 MB of rows, and the filter can remove most
 * of them.
 */
const MAX_READS = 10;

export function deliveryStore({ db, items }: HotPathClients, table: string) {
  /**
   * Runs a query, newest first. Returns the rows that pass the filter and the id after which the next page
   * starts.
   */
  const read = async (
    webhookId: string,
    filter: DeliveryFilter,
    after: string | undefined,
    Limit: number | undefined,
  ): Promise<{ rows: Delivery[]; next: string | undefined }> => {
    const range = rangeOf(webhookId, filter, after);
    const { Items, LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: ['webhook_id = :webhook', ...range.condition].join(' AND '),
        ...(filter.status !== undefined && {
          FilterExpression: '#status = :status',
          ExpressionAttributeNames: { '#status': 'status' },
        }),
        ExpressionAttributeValues: {
          ...range.values,
          ':webhook': webhookId,
          ...(filter.status !== undefined && { ':status': filter.status }),
        },
        ScanIndexForward: false,
        ConsistentRead: true,
        ...(Limit !== undefined && { Limit }),
        ...(after !== undefined && { ExclusiveStartKey: { webhook_id: webhookId, delivery_id: after } }),
      }),
    );
    const last = z.object({ delivery_id: z.string() }).optional().parse(LastEvaluatedKey);
    return { rows: z.array(delivery).parse(Items ?? []), next: last?.delivery_id };
  };

  return {
    async find(webhookId: string, deliveryId: string): Promise<Delivery | undefined> {
      const Key = { webhook_id: webhookId, delivery_id: deliveryId };
      const found = await items.get({ TableName: table, Key, ConsistentRead: true });
      return found && delivery.parse(found);
    },

    /** Returns the webhook's deliveries for a submission and its later events. */
    async ofSubmission(webhookId: string, submissionId: string): Promise<Delivery[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'webhook_id = :webhook AND begins_with(delivery_id, :delivery)',
          ExpressionAttributeValues: {
            ':webhook': webhookId,
            ':delivery': deliveryIdOf(webhookId, submissionId),
          },
          ConsistentRead: true,
        }),
      );
      return z.array(delivery).parse(Items ?? []);
    },

    /** Stores a new delivery. If it already exists, leaves it unchanged and returns false. */
    create(created: Delivery): Promise<boolean> {
      return conditionHolds(
        items.put({
          TableName: table,
          Item: created,
          ConditionExpression: 'attribute_not_exists(delivery_id)',
        }),
      );
    },

    /**
     * Records that a webhook's filter excluded a submission. If this record already exists, leaves it
     * unchanged.
     */
    async withhold(created: WithheldDelivery): Promise<void> {
      await conditionHolds(
        items.put({
          TableName: table,
          Item: created,
          ConditionExpression: 'attribute_not_exists(delivery_id)',
        }),
      );
    },

    /**
     * Replaces `before` with `after`, unless the stored delivery has changed. Returns undefined if it has
     * changed.
     */
    async replace(before: Delivery, after: Delivery): Promise<Delivery | undefined> {
      const next = { ...after, version: before.version + 1 };
      const stored = await conditionHolds(
        items.put({
          TableName: table,
          Item: next,
          ConditionExpression: 'version = :version',
          ExpressionAttributeValues: { ':version': before.version },
        }),
      );
      return stored ? next : undefined;
    },

    /**
     * Lists a webhook's deliveries that pass the filter, newest first. A page may have fewer rows than
     * `limit`, or none, even if more pages follow.
     */
    async list(
      webhookId: string,
      filter: DeliveryFilter,
      limit: number,
      after: string | undefined,
    ): Promise<Page<Delivery, string>> {
      const rows: Delivery[] = [];
      let next = after;
      for (let reads = 0; reads < MAX_READS; reads += 1) {
        // Read one extra row to find out whether there is a next page.
        const found = await read(webhookId, filter, next, reads === 0 ? limit + 1 : undefined);
        rows.push(...found.rows);
        if (rows.length > limit) {
          const page = rows.slice(0, limit);
          return { rows: page, next: page.at(-1)?.delivery_id };
        }
        next = found.next;
        if (next === undefined) break;
      }
      return { rows, next };
    },

    /** Yields pages of a shard's deliveries whose check was scheduled for `now` or earlier, oldest first. */
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

    /** Postpones the next check to `until`, unless the check has already been rescheduled. */
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

/**
 * Returns the bounds of the sort key. Omits `until` if the page starts after a given row, because that row is
 * already before `until`.
 */
function rangeOf(
  webhookId: string,
  { since, until }: DeliveryFilter,
  after: string | undefined,
): { condition: string[]; values: Record<string, string> } {
  const from = since === undefined ? undefined : { ':from': deliveryIdBound(webhookId, since) };
  const to =
    until === undefined || after !== undefined ? undefined : { ':to': deliveryIdBound(webhookId, until) };
  // BETWEEN includes its upper bound, which is harmless because no delivery has this id.
  const condition =
    from && to
      ? ['delivery_id BETWEEN :from AND :to']
      : [...(from ? ['delivery_id >= :from'] : []), ...(to ? ['delivery_id < :to'] : [])];
  return { condition, values: { ...from, ...to } };
}

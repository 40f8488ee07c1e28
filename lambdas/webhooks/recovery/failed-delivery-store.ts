/**
 * Reads the index of failed deliveries, a sparse keys-only index sorted by webhook and time of failure
 * (Deliveries table).
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { timestamp } from '../../core/clock.ts';
import { failedPosition, type FailedPosition, type FailedSpan } from './recovery.ts';

const FAILED_INDEX = 'failed';

export function failedDeliveryStore(db: DocumentClient, table: string) {
  const within = ({ webhook_id, since, until }: FailedSpan) => ({
    TableName: table,
    IndexName: FAILED_INDEX,
    KeyConditionExpression: 'webhook_id = :webhook AND failed_at BETWEEN :since AND :last',
    ExpressionAttributeValues: {
      ':webhook': webhook_id,
      ':since': since,
      // Subtract a millisecond, because `until` is exclusive, but BETWEEN includes its upper bound.
      ':last': timestamp(Date.parse(until) - 1),
    },
  });

  return {
    /** Counts the deliveries. If time runs out, returns the number counted so far. */
    async count(span: FailedSpan, isOutOfTime: () => boolean): Promise<number> {
      let count = 0;
      let start: Record<string, unknown> | undefined;
      do {
        const found = await db.send(
          new QueryCommand({ ...within(span), Select: 'COUNT', ...(start && { ExclusiveStartKey: start }) }),
        );
        count += found.Count ?? 0;
        start = found.LastEvaluatedKey;
      } while (start && !isOutOfTime());
      return count;
    },

    /** Returns the next page of failed deliveries, oldest first. */
    async page(
      span: FailedSpan,
      after: FailedPosition | undefined,
      limit: number,
    ): Promise<{ rows: FailedPosition[]; isLast: boolean }> {
      const { Items, LastEvaluatedKey } = await db.send(
        new QueryCommand({
          ...within(span),
          Limit: limit,
          ...(after && { ExclusiveStartKey: { webhook_id: span.webhook_id, ...after } }),
        }),
      );
      return { rows: z.array(failedPosition).parse(Items ?? []), isLast: LastEvaluatedKey === undefined };
    },
  };
}

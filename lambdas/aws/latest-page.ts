/**
 * Reads a page of a partition, newest first. The table's sort key must be an id that increases over time.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Page } from '../core/web/pagination.ts';
import type { DocumentClient } from './dynamodb.ts';

interface Partition<Id extends string, Row extends Record<Id, string>> {
  readonly table: string;
  /** Name and value of the partition key to read. */
  readonly of: readonly [attribute: string, value: string];
  /** Name of the sort key. */
  readonly id: Id;
  readonly row: z.ZodType<Row>;
}

/**
 * Returns the newest rows of the partition that are older than the row `after`. Uses a strongly consistent
 * read.
 */
export async function latestPage<Id extends string, Row extends Record<Id, string>>(
  db: DocumentClient,
  { table, of: [attribute, value], id, row }: Partition<Id, Row>,
  limit: number,
  after: string | undefined,
): Promise<Page<Row, string>> {
  const { Items } = await db.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: '#of = :of',
      ExpressionAttributeNames: { '#of': attribute },
      ExpressionAttributeValues: { ':of': value },
      ScanIndexForward: false,
      ConsistentRead: true,
      // Read one extra row to find out whether there is a next page.
      Limit: limit + 1,
      ...(after !== undefined && { ExclusiveStartKey: { [attribute]: value, [id]: after } }),
    }),
  );
  const found = z.array(row).parse(Items ?? []);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? rows.at(-1)?.[id] : undefined };
}

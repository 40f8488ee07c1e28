/** Deletes the items in a partition that match a filter. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { deleteItems, type Partition } from './batch-delete.ts';
import type { DocumentClient } from './dynamodb.ts';

const itemKey = z.record(z.string(), z.string());

/** A DynamoDB filter expression, or a sort key check, which filter expressions don't support. */
export type Filter =
  | { readonly expression: string; readonly values: Readonly<Record<string, unknown>> }
  | ((sortKey: string) => boolean);

/**
 * Reads a partition in order and deletes the items that match the filter.
 * @param after sort key of the last item that was read before
 * @returns the sort key to continue with if the time ran out, or undefined if the partition has been read
 * @throws Unavailable when the table remains too busy
 */
export async function deleteMatching(
  db: DocumentClient,
  { table, partition, sort }: Partition,
  filter: Filter,
  { after, isOutOfTime }: { readonly after?: string | undefined; readonly isOutOfTime: () => boolean },
): Promise<string | undefined> {
  const isMatch = typeof filter === 'function' ? filter : () => true;
  let start = after;
  do {
    const { Items, LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: '#partition = :partition',
        ...(typeof filter === 'object' && { FilterExpression: filter.expression }),
        ProjectionExpression: '#partition, #sort',
        ExpressionAttributeNames: { '#partition': partition.name, '#sort': sort },
        ExpressionAttributeValues: {
          ...(typeof filter === 'object' && filter.values),
          ':partition': partition.value,
        },
        ConsistentRead: true,
        ...(start !== undefined && {
          ExclusiveStartKey: { [partition.name]: partition.value, [sort]: start },
        }),
      }),
    );
    const keys = z.array(itemKey).parse(Items ?? []);
    await deleteItems(
      db,
      table,
      keys.filter((key) => isMatch(key[sort] ?? '')),
    );
    start = itemKey.optional().parse(LastEvaluatedKey)?.[sort];
  } while (start !== undefined && !isOutOfTime());
  return start;
}

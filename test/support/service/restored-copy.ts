/** Restores tables of a local service for tests, under new names. */
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { clientFor, localOutputs } from '../../../cli/service-connection.ts';

/**
 * Copies a table as a DynamoDB restore does: with its items, keys and indexes, but without its stream and TTL
 * setting.
 * @param folder of the local service
 * @param from name of the table
 * @param to name of the copy
 */
export async function restoredCopy(folder: string, from: string, to: string): Promise<void> {
  const client = new DynamoDBClient(clientFor(localOutputs(folder).endpoints?.dynamodb));
  const { Table } = await client.send(new DescribeTableCommand({ TableName: from }));
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, LocalSecondaryIndexes } = Table!;
  const shapeOf = ({ IndexName, KeySchema: keys, Projection }: any) => ({
    IndexName,
    KeySchema: keys,
    Projection,
  });
  await client.send(
    new CreateTableCommand({
      TableName: to,
      KeySchema,
      AttributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
      ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(shapeOf) }),
      ...(LocalSecondaryIndexes && { LocalSecondaryIndexes: LocalSecondaryIndexes.map(shapeOf) }),
    }),
  );
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from }))
    for (const Item of Items) await client.send(new PutItemCommand({ TableName: to, Item }));
  client.destroy();
}

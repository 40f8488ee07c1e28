/** Creates the template's tables in the DynamoDB emulator. */
import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { RunnerError } from '../runner-error.ts';
import type { Stack, StackResource } from '../template/stack.ts';
import { flag } from '../template/template.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const projection = z.object({
  ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
  NonKeyAttributes: z.array(z.string()).optional(),
});
const index = z.object({ IndexName: z.string(), KeySchema: keySchema, Projection: projection });

/** The properties needed to create a table, which both `AWS::DynamoDB::Table` and `GlobalTable` have. */
const tableProperties = z.object({
  KeySchema: keySchema,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  GlobalSecondaryIndexes: z.array(index).optional(),
  LocalSecondaryIndexes: z.array(index).optional(),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY']) })
    .optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string().optional(), Enabled: flag }).optional(),
});

export type TableResource = StackResource<z.infer<typeof tableProperties>>;

/** Returns the tables declared in the template. A table's local name is the value of its `Ref`. */
export function tablesOf(stack: Stack): TableResource[] {
  return stack.resources(['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'], tableProperties);
}

/** Returns the table's TTL attribute, if it has one. */
export function timeToLiveAttribute({ properties }: TableResource): string | undefined {
  const ttl = properties.TimeToLiveSpecification;
  return ttl?.Enabled ? ttl.AttributeName : undefined;
}

/**
 * Creates the missing tables.
 * @throws RunnerError if a table from an earlier template has different keys or indexes, so its data
 *   wouldn't match
 */
export async function createTables(client: DynamoDBClient, tables: readonly TableResource[]): Promise<void> {
  await Promise.all(tables.map((table) => createTable(client, table)));
}

async function createTable(client: DynamoDBClient, table: TableResource): Promise<void> {
  const wanted = definition(table);
  const present = await describe(client, table.ref);
  if (present !== undefined) {
    if (shape(present) === shape(wanted)) return;
    throw new RunnerError(
      `the data in table ${table.ref} was created by another version of the template and can't be used; to delete all data, run npm start -- --fresh`,
    );
  }
  await client.send(new CreateTableCommand(wanted));
  const AttributeName = timeToLiveAttribute(table);
  if (AttributeName === undefined) return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: table.ref,
      TimeToLiveSpecification: { AttributeName, Enabled: true },
    }),
  );
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

function definition({ ref, properties }: TableResource): CreateTableCommandInput {
  const stream = properties.StreamSpecification;
  return {
    TableName: ref,
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes,
    LocalSecondaryIndexes: properties.LocalSecondaryIndexes,
    BillingMode: 'PAY_PER_REQUEST',
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType } }),
  };
}

/**
 * Returns the parts of the schema that must not change once data is stored: the table's keys, indexes and
 * stream.
 */
function shape(table: CreateTableCommandInput | TableDescription): string {
  const keys = (
    schema: { AttributeName?: string | undefined; KeyType?: string | undefined }[] | undefined,
  ): string[] => (schema ?? []).map((key) => `${key.KeyType ?? ''} ${key.AttributeName ?? ''}`).sort();
  const indexes = (
    list: { IndexName?: string | undefined; KeySchema?: Parameters<typeof keys>[0] }[] | undefined,
  ): string[] => (list ?? []).map((item) => `${item.IndexName ?? ''}: ${keys(item.KeySchema).join()}`).sort();
  return JSON.stringify([
    keys(table.KeySchema),
    indexes(table.GlobalSecondaryIndexes),
    indexes(table.LocalSecondaryIndexes),
    table.StreamSpecification?.StreamViewType ?? null,
  ]);
}

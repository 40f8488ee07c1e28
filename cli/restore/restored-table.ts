/**
 * Applies the settings that a restore doesn't include to a restored table: its stream, TTL, point-in-time
 * recovery and deletion protection.
 */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  type DynamoDBClient,
  type TableDescription,
  type UpdateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { TransferRefused } from '../operator-errors.ts';
import type { TableOfTemplate } from './stack-template.ts';

export interface RestoredTableDeps {
  readonly client: DynamoDBClient;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** False for the emulator, which doesn't support point-in-time recovery. */
  readonly hasRecovery: boolean;
}

/** A table's value in the `svc:restore` setting. */
export type TableSetting = string | { readonly name: string; readonly streamArn: string };

/** Interval for polling a table that is being changed, in milliseconds. */
const PAUSE_MS = 5000;

/**
 * Applies the missing settings to the table. Safe to repeat.
 * @throws TransferRefused if the restored table's keys or indexes differ from the service's table
 */
export async function prepareRestoredTable(
  name: string,
  wanted: TableOfTemplate,
  deps: RestoredTableDeps,
): Promise<TableSetting> {
  const { client } = deps;
  const present = await whenActive(name, deps);
  assertSameShape(name, present, wanted);
  const stream = wanted.StreamSpecification?.StreamViewType;
  const streams = present.StreamSpecification?.StreamEnabled === true;
  if (stream !== undefined && streams && present.StreamSpecification?.StreamViewType !== stream)
    throw new TransferRefused(`The stream of ${name} has a different view type. Disable it first.`);
  if (stream !== undefined && !streams)
    await update(name, { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }, deps);
  const AttributeName = wanted.TimeToLiveSpecification?.AttributeName;
  if (AttributeName !== undefined) await letExpire(name, AttributeName, client);
  if (deps.hasRecovery) await allowRecovery(name, client);
  if (wanted.Replicas[0]?.DeletionProtectionEnabled === true && present.DeletionProtectionEnabled !== true)
    await update(name, { DeletionProtectionEnabled: true }, deps);
  if (stream === undefined) return name;
  const { LatestStreamArn } = await whenActive(name, deps);
  if (LatestStreamArn === undefined)
    throw new TransferRefused(`${name} has no stream. Run this command again.`);
  return { name, streamArn: LatestStreamArn };
}

async function whenActive(
  TableName: string,
  { client, pause }: RestoredTableDeps,
): Promise<TableDescription> {
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (Table?.TableStatus === 'ACTIVE') return Table;
    await pause(PAUSE_MS);
  }
}

async function update(
  TableName: string,
  change: Partial<UpdateTableCommandInput>,
  deps: RestoredTableDeps,
): Promise<void> {
  await deps.client.send(new UpdateTableCommand({ TableName, ...change }));
  await whenActive(TableName, deps);
}

async function letExpire(TableName: string, AttributeName: string, client: DynamoDBClient): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  const status = TimeToLiveDescription?.TimeToLiveStatus;
  if (status === 'ENABLED' || status === 'ENABLING') return;
  await client.send(
    new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { AttributeName, Enabled: true } }),
  );
}

async function allowRecovery(TableName: string, client: DynamoDBClient): Promise<void> {
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const status = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
  if (status === 'ENABLED') return;
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
}

interface Keyed {
  readonly KeySchema?: { AttributeName?: string | undefined; KeyType?: string | undefined }[] | undefined;
}
const keysOf = ({ KeySchema = [] }: Keyed): string =>
  KeySchema.map(({ AttributeName = '', KeyType = '' }) => `${KeyType} ${AttributeName}`)
    .sort()
    .join();

function assertSameShape(name: string, present: TableDescription, wanted: TableOfTemplate): void {
  const named = (all: (Keyed & { IndexName?: string | undefined })[] = []): string =>
    all
      .map((index) => `${index.IndexName ?? ''}: ${keysOf(index)}`)
      .sort()
      .join('; ');
  const shapes = [
    [keysOf(present), keysOf(wanted), 'keys'],
    [named(present.GlobalSecondaryIndexes), named(wanted.GlobalSecondaryIndexes), 'global indexes'],
    [named(present.LocalSecondaryIndexes), named(wanted.LocalSecondaryIndexes), 'local indexes'],
  ] as const;
  for (const [is, should, what] of shapes)
    if (is !== should)
      throw new TransferRefused(`${name} has the ${what} "${is}", but the service needs "${should}".`);
}

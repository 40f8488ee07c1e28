/** Tests that the DynamoDB and S3 emulators use the template's configuration. */
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CREDENTIALS, REGION } from '../../local/aws-names.ts';
import { startDynoxide } from '../../local/dynamodb/dynamodb-emulator.ts';
import { maintainStreamRecords } from '../../local/dynamodb/stream-upkeep.ts';
import { createTables, tablesOf } from '../../local/dynamodb/tables.ts';
import { sweepTimeToLive } from '../../local/dynamodb/time-to-live.ts';
import { Checkpoints } from '../../local/event-sources/checkpoints.ts';
import { StreamRecords } from '../../local/dynamodb/stream-records.ts';
import { StreamReader } from '../../local/event-sources/stream-reader.ts';
import { startS3 } from '../../local/s3/s3-emulator.ts';
import { RunningServices } from '../../local/running-services.ts';
import { Stack } from '../../local/template/stack.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'svc-emulators-'));
const services = new RunningServices();
afterAll(async () => {
  await services.stop();
  rmSync(directory, { recursive: true });
});

const attribute = (AttributeName: string, AttributeType = 'S') => ({ AttributeName, AttributeType });
const key = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType });
const table = {
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
    AttributeDefinitions: [attribute('pk'), attribute('sk'), attribute('age', 'N'), attribute('owner')],
    LocalSecondaryIndexes: [
      {
        IndexName: 'byAge',
        KeySchema: [key('pk', 'HASH'), key('age', 'RANGE')],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byOwner',
        KeySchema: [key('owner', 'HASH')],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    BillingMode: 'PAY_PER_REQUEST',
    Replicas: [{ Region: { Ref: 'AWS::Region' } }],
  },
};

function stackOf(resources: object): Stack {
  const assembly = mkdtempSync(path.join(directory, 'assembly-'));
  writeFileSync(path.join(assembly, 'test.template.json'), JSON.stringify({ Resources: resources }));
  writeFileSync(path.join(assembly, 'test.assets.json'), '{}');
  return Stack.read(assembly, 'test', { sqsEndpoint: '', apiEndpoint: '' });
}

test("a table has the template's keys, indexes, stream, and time to live and streams expired items as removals", async () => {
  const databaseFile = path.join(directory, 'dynamodb.db');
  const emulator = services.add(await startDynoxide(databaseFile, path.join(directory, 'dynamodb.log')));
  const settings = { endpoint: emulator.endpoint, region: REGION, credentials: CREDENTIALS };
  const client = new DynamoDBClient(settings);
  const tables = tablesOf(stackOf({ Items: table }));
  await createTables(client, tables);
  await createTables(client, tables);
  expect(await maintainStreamRecords(databaseFile)).toBeUndefined();

  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'Items' }));
  expect(Table?.KeySchema).toEqual(table.Properties.KeySchema);
  expect(Table?.LocalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(['byAge']);
  expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(['byOwner']);
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: 'Items' }));
  expect(TimeToLiveDescription).toMatchObject({ AttributeName: 'expires', TimeToLiveStatus: 'ENABLED' });

  const expired = { pk: { S: 'old' }, sk: { S: '-' }, expires: { N: '1' } };
  await client.send(new PutItemCommand({ TableName: 'Items', Item: expired }));
  const failures: string[] = [];
  services.add(sweepTimeToLive(emulator.tools!, 20, (line) => failures.push(line)));
  const streams = new DynamoDBStreamsClient(settings);
  const source = { streams, records: new StreamRecords(emulator.endpoint) };
  const reader = new StreamReader(source, new Checkpoints(new DatabaseSync(':memory:')), {
    streamArn: Table!.LatestStreamArn!,
    mapping: 'test',
    startAtLatest: false,
  });
  const records: unknown[] = [];
  while (records.length < 2) records.push(...((await reader.next(10))?.records ?? []));
  expect(records[1]).toMatchObject({
    eventName: 'REMOVE',
    userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    dynamodb: { OldImage: expired },
  });
  expect(failures).toEqual([]);

  const changed = { ...table, Properties: { ...table.Properties, LocalSecondaryIndexes: undefined } };
  await expect(createTables(client, tablesOf(stackOf({ Items: changed })))).rejects.toThrow(
    "the data in table Items was created by another version of the template and can't be used; to delete all data, run npm start -- --fresh",
  );
  client.destroy();
  streams.destroy();
  source.records.destroy();
});

test("an error names the property that can't be read", () => {
  const broken = { ...table, Properties: { ...table.Properties, KeySchema: { 'Fn::ImportValue': 'x' } } };
  expect(() => tablesOf(stackOf({ Items: broken }))).toThrow('Items.KeySchema uses Fn::ImportValue');
  const wrong = { ...table, Properties: { ...table.Properties, KeySchema: 'pk' } };
  expect(() => tablesOf(stackOf({ Items: wrong }))).toThrow(
    /^Items \(AWS::DynamoDB::GlobalTable\).*KeySchema: /,
  );
});

test("a bucket keeps its objects across restarts, has the template's CORS rules, and works with a plain client", async () => {
  const stack = stackOf({
    Files: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        CorsConfiguration: {
          CorsRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['POST'], AllowedHeaders: ['*'] }],
        },
      },
    },
  });
  const folder = path.join(directory, 's3');
  mkdirSync(folder);
  const object = { Bucket: 'files', Key: 'a/b.txt' };
  const first = await startS3(stack, folder);
  // Configure the client as in a function, with only an endpoint and credentials.
  const client = new S3Client({ endpoint: first.endpoint, region: REGION, credentials: CREDENTIALS });
  await client.send(new PutObjectCommand({ ...object, Body: 'hello' }));
  const preflight = await fetch(`${first.endpoint}/files/a`, {
    method: 'OPTIONS',
    headers: { origin: 'https://site.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
  client.destroy();
  await first.stop();
  const second = await startS3(stack, folder);
  const again = new S3Client({ endpoint: second.endpoint, region: REGION, credentials: CREDENTIALS });
  const { Body } = await again.send(new GetObjectCommand(object));
  expect(await Body?.transformToString()).toBe('hello');
  again.destroy();
  await second.stop();
});

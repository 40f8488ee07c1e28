/**
 * Tests preparing a restored table and bucket for use. AWS calls are mocked, because the emulators don't
 * support all of them.
 */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { prepareRestoredBucket } from '../../cli/restore/restored-bucket.ts';
import { prepareRestoredTable } from '../../cli/restore/restored-table.ts';
import { stackTemplate } from '../../cli/restore/stack-template.ts';
import { storedFiles } from '../../cli/transfer/stored-files.ts';
import { assemblyFolder, STACK_NAME } from '../support/assembly/assembly.ts';

const template = () => stackTemplate(join(assemblyFolder(), `${STACK_NAME}.template.json`));
const client = new DynamoDBClient({ region: 'eu-central-1' });
const s3 = new S3Client({ region: 'eu-central-1' });
const tables = mockClient(client);
const buckets = mockClient(s3);
afterAll(() => {
  tables.restore();
  buckets.restore();
});
beforeEach(() => {
  tables.reset();
  buckets.reset();
});

const keys = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];
const RESTORED = {
  TableStatus: 'ACTIVE' as const,
  KeySchema: keys('form_id', 'submission_id'),
  GlobalSecondaryIndexes: [{ IndexName: 'spam', KeySchema: keys('spam_form_id', 'submission_id') }],
};
const LatestStreamArn = 'arn:aws:dynamodb:eu-central-1:1:table/t/stream/2026-11-20T09:00:00.000';

function restoredTable(): void {
  tables
    .on(DescribeTableCommand)
    .resolvesOnce({ Table: { ...RESTORED, TableStatus: 'CREATING' } })
    .resolvesOnce({ Table: RESTORED })
    .resolves({ Table: { ...RESTORED, LatestStreamArn } });
  tables.on(DescribeTimeToLiveCommand).resolves({ TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } });
  tables.on(DescribeContinuousBackupsCommand).resolves({});
}

it("restores a table's stream, item expiry, recovery and protection", async () => {
  restoredTable();
  const waits: number[] = [];
  const deps = {
    client,
    hasRecovery: true,
    pause: (milliseconds: number) => Promise.resolve(void waits.push(milliseconds)),
  };
  expect(await prepareRestoredTable('t', template().table('Submissions'), deps)).toEqual({
    name: 't',
    streamArn: LatestStreamArn,
  });
  expect(waits).toEqual([5000]);
  const inputs = (command: any) => tables.commandCalls(command).map(({ args }) => args[0].input);
  expect(inputs(UpdateTableCommand)).toEqual([
    { TableName: 't', StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } },
    { TableName: 't', DeletionProtectionEnabled: true },
  ]);
  expect(inputs(UpdateTimeToLiveCommand)).toEqual([
    { TableName: 't', TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true } },
  ]);
  expect(inputs(UpdateContinuousBackupsCommand)).toEqual([
    { TableName: 't', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
  ]);
});

it("refuses a table with other keys, and doesn't change it", async () => {
  restoredTable();
  const deps = { client, hasRecovery: true, pause: () => Promise.resolve() };
  await expect(prepareRestoredTable('t', template().table('Deliveries'), deps)).rejects.toThrow(
    't has the keys "HASH form_id,RANGE submission_id", but the service needs "HASH webhook_id,RANGE delivery_id".',
  );
  expect(tables.commandCalls(UpdateTableCommand)).toEqual([]);
});

it("applies the template's settings for the file bucket to a restored bucket", async () => {
  buckets.onAnyCommand().resolves({});
  await prepareRestoredBucket(s3, 'b', template().attachments());
  const input = (command: any) => buckets.commandCalls(command)[0]?.args[0].input;
  expect(input(PutBucketVersioningCommand)).toEqual({
    Bucket: 'b',
    VersioningConfiguration: { Status: 'Enabled' },
  });
  expect(Object.values(input(PutPublicAccessBlockCommand)!.PublicAccessBlockConfiguration)).toEqual(
    Array(4).fill(true),
  );
  expect(input(PutBucketCorsCommand)!.CORSConfiguration.CORSRules).toEqual([
    {
      AllowedOrigins: ['*'],
      AllowedMethods: ['POST', 'GET'],
      AllowedHeaders: ['*'],
      ExposeHeaders: ['ETag'],
      MaxAgeSeconds: 3600,
    },
  ]);
  expect(input(PutBucketLifecycleConfigurationCommand)!.LifecycleConfiguration.Rules).toEqual([
    {
      ID: 'rule-1',
      Status: 'Enabled',
      Filter: { Prefix: 'uploads/' },
      Expiration: { Days: 1 },
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    },
    {
      ID: 'rule-2',
      Status: 'Enabled',
      Filter: { Prefix: 'frm_' },
      NoncurrentVersionExpiration: { NoncurrentDays: 30 },
    },
    {
      ID: 'rule-3',
      Status: 'Enabled',
      Filter: { Prefix: '' },
      Expiration: { ExpiredObjectDeleteMarker: true },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    },
  ]);
});

describe('a deleted file', () => {
  const absent = new S3ServiceException({
    name: 'NoSuchKey',
    $fault: 'client' as const,
    $metadata: { httpStatusCode: 404 },
  });
  beforeEach(() => {
    buckets.on(GetObjectCommand).rejects(absent);
    buckets
      .on(GetObjectCommand, { Bucket: 'b', Key: 'f/s/1', VersionId: 'last' })
      .resolves({ Body: Readable.from(['x']) as never, ContentLength: 1 });
    buckets.on(ListObjectVersionsCommand).resolves({
      Versions: [
        { Key: 'f/s/1', VersionId: 'last' },
        { Key: 'f/s/1', VersionId: 'older' },
      ],
    });
  });

  it('is restored from its latest version, but only on request', async () => {
    expect(await storedFiles(s3, 'b').open('f/s/1')).toBeUndefined();
    expect(await storedFiles(s3, 'b', { deleted: true }).open('f/s/1')).toMatchObject({ size: 1 });
    expect(await storedFiles(s3, 'b', { deleted: true }).open('f/s/2')).toBeUndefined();
  });
});

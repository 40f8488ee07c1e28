/** Tests that requests from unmodified SDK clients are checked against IAM policies before they are sent. */
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { guardRequests, type FunctionRole } from '../../../local/iam/guarded-requests.ts';

let received: string[] = [];
let used: [object, string][] = [];
const server = http.createServer((request, response) => {
  received.push(`${request.method ?? ''} ${request.url ?? ''}`);
  request.resume();
  if (request.url?.startsWith('/files/') === true) {
    response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end('<Error><Code>NoSuchKey</Code></Error>');
  } else {
    response
      .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
      .end('{"Item":{"pk":{"S":"1"}}}');
  }
});
const { request } = http;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  http.request = request;
  received = [];
  used = [];
});
afterAll(() => server.close());

const config = () => ({
  region: 'us-east-1',
  credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  forcePathStyle: true,
});

/** Checks this thread's requests to the server against the policy, and collects the denied ones. */
function guarded(
  service: 'dynamodb' | 's3',
  statements: FunctionRole['statements'],
  more: Partial<FunctionRole> = {},
): string[] {
  const denied: string[] = [];
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const role = {
    principal: 'role/F',
    statements,
    hosts: { [host]: service },
    roleArn: 'role',
    functionId: 'F',
    resourcePolicies: [],
    tableKeys: { Items: { partition: 'pk' } },
    ...more,
  };
  guardRequests(http, () => role, {
    onDenied: (message) => denied.push(message),
    onUsed: (_, statement, { action }) => used.push([statement, action]),
  });
  return denied;
}

const get = new GetItemCommand({ TableName: 'Items', Key: { pk: { S: '1' } } });
const ITEMS = 'arn:aws:dynamodb:us-east-1:000000000000:table/Items';

test('sends a call unchanged if the role allows it', async () => {
  const denied = guarded('dynamodb', [{ Effect: 'Allow', Action: ['dynamodb:GetItem'], Resource: [ITEMS] }]);
  const client = new DynamoDBClient(config());
  expect((await client.send(get)).Item).toEqual({ pk: { S: '1' } });
  expect(denied).toEqual([]);
  client.destroy();
});

test("a call that isn't allowed by any statement gets an AccessDeniedException and is not sent", async () => {
  const denied = guarded('dynamodb', [{ Effect: 'Allow', Action: ['dynamodb:PutItem'], Resource: [ITEMS] }]);
  const client = new DynamoDBClient(config());
  await expect(client.send(get)).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining(
      `role/F is not authorized to perform: dynamodb:GetItem on resource: ${ITEMS}`,
    ),
  });
  expect(received).toEqual([]);
  expect(denied).toHaveLength(1);
  client.destroy();
});

test("a missing object returns a 403 for a role that can't list the bucket and a 404 for a role that can", async () => {
  const object = { Effect: 'Allow' as const, Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::files/*'] };
  const list = { Effect: 'Allow' as const, Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::files'] };
  const missing = async () => {
    const client = new S3Client(config());
    try {
      await client.send(new GetObjectCommand({ Bucket: 'files', Key: 'a' }));
    } finally {
      client.destroy();
    }
  };
  guarded('s3', [object]);
  await expect(missing()).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
  http.request = request;
  guarded('s3', [object, list]);
  await expect(missing()).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } });
});

test("an object that the role can't read isn't requested", async () => {
  const denied = guarded('s3', []);
  const client = new S3Client(config());
  await expect(client.send(new GetObjectCommand({ Bucket: 'files', Key: 'a' }))).rejects.toMatchObject({
    name: 'AccessDenied',
  });
  expect(denied).toHaveLength(1);
  expect(received).toEqual([]);
  client.destroy();
});

test('records which statement allowed a call', async () => {
  const put = { Effect: 'Allow' as const, Action: ['dynamodb:PutItem'], Resource: [ITEMS] };
  const read = { ...put, Action: ['dynamodb:BatchGetItem', 'dynamodb:Get*'] };
  guarded('dynamodb', [put, read]);
  const client = new DynamoDBClient(config());
  await client.send(get);
  expect(used).toEqual([[read, 'dynamodb:GetItem']]);
  client.destroy();
});

test("a store with injected faults returns errors that the SDK treats as DynamoDB's", async () => {
  guarded('dynamodb', [{ Effect: 'Allow', Action: ['*'], Resource: ['*'] }], { storeFaults: 1 });
  const client = new DynamoDBClient({ ...config(), maxAttempts: 1 });
  const names = new Set<string>();
  for (let call = 0; call < 40; call += 1)
    await client.send(get).catch((error: unknown) => names.add((error as Error).name));
  expect([...names].toSorted()).toEqual(['ProvisionedThroughputExceededException', 'ThrottlingException']);
  expect(received).toEqual([]);
  client.destroy();
});

test("a request without a role isn't checked, and checking can be turned off", async () => {
  const end = guardRequests(http, () => undefined, { onDenied: () => undefined });
  const client = new DynamoDBClient(config());
  expect((await client.send(get)).Item).toBeDefined();
  end();
  expect(http.request).toBe(request);
  client.destroy();
});

/** The document client of functions, on the emulator: what it shares between calls must never be what a call is about. */
import { jest } from '@jest/globals';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { DynamoDBClient, UpdateItemCommand, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { HttpResponse } from '@smithy/core/protocols';
import { documentClient } from '../../lambdas/aws/clients/dynamodb-client.ts';
import { resolvedOnce, signedByOne } from '../../lambdas/aws/clients/resolved-once.ts';
import { responseBytes } from '../../lambdas/aws/clients/response-bytes.ts';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let db: DocumentClient;
let TableName: string;
beforeAll(async () => {
  stores = await startStores();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: stores.endpoint,
  });
  TableName = stores.tables.counters;
});
afterAll(() => stores.stop());
beforeEach(() => {
  db = documentClient();
});
afterEach(() => jest.restoreAllMocks());

const put = (counter: string, used: number) =>
  db.send(new PutCommand({ TableName, Item: { counter, used } }));
const read = async (counter: string) =>
  (await db.send(new GetCommand({ TableName, Key: { counter }, ConsistentRead: true }))).Item;

it('sends the input of each call, and gives its output, also of calls at the same time', async () => {
  const counters = Array.from({ length: 20 }, (_, number) => ({ counter: `each#${number}`, used: number }));
  await Promise.all(counters.map(({ counter, used }) => put(counter, used)));
  expect(await Promise.all(counters.map(({ counter }) => read(counter)))).toEqual(counters);
  expect(await read('each#none')).toBeUndefined();
});

it('rejects the call that fails, and no other', async () => {
  await put('failing', 1);
  const add = (most: number) =>
    db.send(
      new UpdateCommand({
        ...{ TableName, Key: { counter: 'failing' }, UpdateExpression: 'ADD used :one' },
        ...{ ConditionExpression: 'used < :most', ExpressionAttributeValues: { ':one': 1, ':most': most } },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
  const [refused, added] = await Promise.allSettled([add(1), add(5)]);
  expect(refused).toMatchObject({ reason: { name: 'ConditionalCheckFailedException' } });
  expect(added).toMatchObject({ value: { Attributes: { used: 2 } } });
  await expect(
    db.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: {} } }] })),
  ).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
  expect(await read('failing')).toEqual({ counter: 'failing', used: 2 });
});

it('resolves its middleware once for each kind of command', async () => {
  const resolved = jest.spyOn(GetCommand.prototype, 'resolveMiddleware');
  await read('once');
  await Promise.all([read('once'), read('once')]);
  await documentClient().send(new GetCommand({ TableName, Key: { counter: 'once' } }));
  expect(resolved).toHaveBeenCalledTimes(2);
});

it('hands the steps of a call what they read of the configuration, not a copy of all of it', async () => {
  const { protocol } = db.config;
  const serialize = jest.spyOn(protocol, 'serializeRequest');
  const deserialize = jest.spyOn(protocol, 'deserializeResponse');
  await put('copied', 1);
  const copies = [serialize.mock.calls[0]?.[2], deserialize.mock.calls[0]?.[1]];
  expect(copies).toEqual([
    expect.objectContaining({ endpoint: expect.any(Function) }),
    expect.objectContaining({ streamCollector: responseBytes }),
  ]);
  for (const copy of copies) {
    expect(copy).not.toHaveProperty('requestHandler');
    expect(copy).not.toHaveProperty('retryStrategy');
  }
  expect(await read('copied')).toEqual({ counter: 'copied', used: 1 });
});

it('runs middleware that a command has of its own, for that command only', async () => {
  const ran: string[] = [];
  const marked = (counter: string) => {
    const get = new GetCommand({ TableName, Key: { counter } });
    get.middlewareStack.add((next) => (args) => (ran.push(counter), next(args)), { step: 'build' });
    return get;
  };
  await db.send(marked('before all others'));
  await read('plain');
  await db.send(marked('after another'));
  await read('plain');
  expect([...new Set(ran)]).toEqual(['before all others', 'after another']);
});

it('sends a command that is sent again with its own input', async () => {
  await Promise.all([put('again', 1), put('another', 2)]);
  const get = new GetCommand({ TableName, Key: { counter: 'again' } });
  await db.send(get);
  await read('another');
  expect((await db.send(get)).Item).toEqual({ counter: 'again', used: 1 });
});

it('ends a call whose signal says so, and no later one', async () => {
  const get = new GetCommand({ TableName, Key: { counter: 'ended' } });
  await expect(db.send(get, { abortSignal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect(await read('ended')).toBeUndefined();
});

// docs.aws.amazon.com/general/latest/gr/ddb.html and .../sdkref/latest/guide/feature-account-endpoints.html
describe('the endpoint on AWS', () => {
  beforeAll(() => delete process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  afterAll(() => (process.env['AWS_ENDPOINT_URL_DYNAMODB'] = stores.endpoint));

  const credentials = { accessKeyId: 'some', secretAccessKey: 'key' };
  it.each<[string, DynamoDBClientConfig, string]>([
    ['a region', { region: 'eu-west-1' }, 'dynamodb.eu-west-1.amazonaws.com'],
    ['a region of China', { region: 'cn-north-1' }, 'dynamodb.cn-north-1.amazonaws.com.cn'],
    ['FIPS', { useFipsEndpoint: true }, 'dynamodb-fips.us-east-1.amazonaws.com'],
    ['both versions of IP', { useDualstackEndpoint: true }, 'dynamodb.us-east-1.api.aws'],
    [
      'an account',
      { credentials: { ...credentials, accountId: '123456789012' } },
      '123456789012.ddb.us-east-1.amazonaws.com',
    ],
    ['an endpoint of its own', { endpoint: 'https://vpce-1.example.com' }, 'vpce-1.example.com'],
  ])('is that of %s', async (_, config, expected) => {
    const called: string[] = [];
    const handle = ({ hostname }: { readonly hostname: string }) => {
      called.push(hostname);
      return Promise.resolve({ response: new HttpResponse({ statusCode: 200, body: new Uint8Array() }) });
    };
    const client = new DynamoDBClient({
      ...{
        region: 'us-east-1',
        credentials,
        requestHandler: { handle, metadata: { handlerProtocol: 'http/1.1' } },
      },
      ...config,
    });
    const documents = resolvedOnce(DynamoDBDocumentClient.from(client));
    for (let call = 0; call < 2; call += 1)
      await documents.send(new GetCommand({ TableName: 'Some', Key: { counter: 'one' } }));
    expect(called).toEqual([expected, expected]);
  });
});

describe('a client that signs with one signer', () => {
  const update = () =>
    new UpdateItemCommand({
      ...{ TableName, Key: { counter: { S: 'signed' } }, UpdateExpression: 'ADD used :one' },
      ExpressionAttributeValues: { ':one': { N: '1' } },
    });

  it('makes it once, and signs each call with the credentials of that time', async () => {
    let asked = 0;
    const signedWith: (string | undefined)[] = [];
    const signerConstructor = jest.fn();
    const client = new DynamoDBClient({
      ...{ endpoint: stores.endpoint, region: 'us-east-1' },
      credentials: () => {
        asked += 1;
        // They have expired at once, so that the next call asks for new ones.
        const accessKeyId = `key${asked}`;
        return Promise.resolve({ accessKeyId, secretAccessKey: 'local', expiration: new Date(0) });
      },
    });
    const { signer } = client.config;
    client.config.signer = (scheme) => (signerConstructor(), signer(scheme));
    client.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> };
        signedWith.push(/Credential=(\w+)\//.exec(headers['authorization'] ?? '')?.[1]);
        return next(args);
      },
      { step: 'deserialize' },
    );
    signedByOne(client);
    for (let call = 0; call < 3; call += 1) {
      const askedBefore = asked;
      await client.send(update());
      expect(Number(signedWith[call]?.replace('key', ''))).toBeGreaterThan(askedBefore);
    }
    expect(signedWith).toHaveLength(3);
    expect(signerConstructor).toHaveBeenCalledTimes(1);
    client.destroy();
  });

  it('makes another where the first could not be made', async () => {
    let tries = 0;
    const client = new DynamoDBClient({
      ...{ endpoint: stores.endpoint, region: 'us-east-1' },
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const { signer } = client.config;
    client.config.signer = (scheme) =>
      (tries += 1) === 1 ? Promise.reject(new Error('no region yet')) : signer(scheme);
    signedByOne(client);
    await expect(client.send(update())).rejects.toThrow('no region yet');
    await client.send(update());
    expect(tries).toBe(2);
    client.destroy();
  });
});

/** Tests a function's DynamoDB clients on the emulator: no call affects another call's input or results. */
import { jest } from '@jest/globals';
import { ConditionalCheckFailedException, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, hotPathClients, quotaClients } from '../../lambdas/aws/clients/dynamodb-client.ts';
import type { HotPathClients } from '../../lambdas/aws/item-client.ts';
import { Unavailable } from '../../lambdas/core/errors/errors.ts';
import { startFaultyDynamoDb, type FaultyService } from '../support/emulators/faulty-service.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let faulty: FaultyService;
let clients: HotPathClients;
let TableName: string;
beforeAll(async () => {
  stores = await startStores();
  faulty = await startFaultyDynamoDb(stores.endpoint);
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint,
  });
  TableName = stores.tables.counters;
  clients = hotPathClients(documentClient());
});
afterAll(async () => {
  await faulty.stop();
  await stores.stop();
});
afterEach(() => {
  faulty.heal();
  jest.restoreAllMocks();
});

const put = (Item: Record<string, unknown>) => clients.items.put({ TableName, Item });
const read = (counter: string) => clients.items.get({ TableName, Key: { counter }, ConsistentRead: true });

it('sends the input of each call and returns its result, even for concurrent calls', async () => {
  const counters = Array.from({ length: 20 }, (_, used) => ({ counter: `each#${used}`, used }));
  await Promise.all(counters.map(put));
  expect(await Promise.all(counters.map(({ counter }) => read(counter)))).toEqual(counters);
  expect(await read('each#none')).toBeUndefined();
});

it('stores the same items as the document client', async () => {
  const content = {
    text: 'Ada',
    list: [
      ['name', ''],
      ['größe', '1'],
    ],
    number: 1.5,
    yes: true,
    none: null,
    bytes: Uint8Array.of(1, 2),
    map: { inner: [1], gone: undefined },
    absent: undefined,
  };
  await put({ counter: 'by items', ...content });
  await clients.db.send(new PutCommand({ TableName, Item: { counter: 'by documents', ...content } }));
  const [ours, theirs] = await Promise.all(
    ['by items', 'by documents'].map(async (counter) => {
      const { Item } = await stores.db.send(new GetCommand({ TableName, Key: { counter } }));
      return { ...Item, counter: '' };
    }),
  );
  expect(ours).toEqual(theirs);
  expect(ours).toEqual({
    counter: '',
    text: 'Ada',
    list: [
      ['name', ''],
      ['größe', '1'],
    ],
    number: 1.5,
    yes: true,
    none: null,
    bytes: Uint8Array.of(1, 2),
    map: { inner: [1] },
  });
});

it('rejects only the call whose condition fails and returns the stored item', async () => {
  await put({ counter: 'limited', used: 1 });
  const addOne = (most: number) =>
    clients.items.update({
      TableName,
      Key: { counter: 'limited' },
      UpdateExpression: 'ADD #used :one',
      ConditionExpression: '#used < :most',
      ExpressionAttributeNames: { '#used': 'used' },
      ExpressionAttributeValues: { ':one': 1, ':most': most },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  const [refused, added] = await Promise.allSettled([addOne(1), addOne(5)]);
  expect(refused).toMatchObject({ reason: expect.any(ConditionalCheckFailedException) });
  expect(refused).toHaveProperty('reason.Item.counter', { S: 'limited' });
  expect(added).toEqual({ status: 'fulfilled', value: { counter: 'limited', used: 2 } });
});

it('puts an item only if its condition is met', async () => {
  const putNew = (used: number) =>
    clients.items.put({
      TableName,
      Item: { counter: 'new', used },
      ConditionExpression: 'used = :before OR attribute_not_exists(used)',
      ExpressionAttributeValues: { ':before': 1 },
    });
  await putNew(1);
  await putNew(2);
  await expect(putNew(3)).rejects.toThrow(ConditionalCheckFailedException);
  expect(await read('new')).toEqual({ counter: 'new', used: 2 });
});

it('resolves its middleware once per kind of command', async () => {
  const resolved = jest.spyOn(GetItemCommand.prototype, 'resolveMiddleware');
  clients = hotPathClients(documentClient());
  await read('once');
  await Promise.all([read('once'), read('once')]);
  expect(resolved).toHaveBeenCalledTimes(1);
});

it('throws Unavailable while the table is busy', async () => {
  await put({ counter: 'busy', used: 1 });
  faulty.fail(1, 'throttle');
  await expect(read('busy')).rejects.toThrow(Unavailable);
  faulty.heal();
  expect(await read('busy')).toEqual({ counter: 'busy', used: 1 });
});

it('makes a single attempt with the fail-fast client if the table is busy, but repeats other failures', async () => {
  const { failFast } = quotaClients(documentClient());
  const get = () => failFast.get({ TableName, Key: { counter: 'fast' } });
  await put({ counter: 'fast' });
  faulty.fail(1, 'throttle');
  await expect(get()).rejects.toBeInstanceOf(Unavailable);
  expect(faulty.heal()).toHaveLength(1);
  faulty.fail(1, 'lost-answer');
  expect(await get()).toEqual({ counter: 'fast' });
});

it('shares the connections of the document client', () => {
  const db = documentClient();
  const handle = jest.spyOn(db.config.requestHandler, 'handle');
  clients = hotPathClients(db);
  return read('shared').then(() => expect(handle).toHaveBeenCalledTimes(1));
});

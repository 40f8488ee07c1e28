/** Tests the maximum number of forms per account, including with concurrent requests. */
import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;

const small = { monthly_quota: 100, max_file_bytes: 0, max_forms: 5 };
beforeAll(async () => {
  stores = await startStores();
  // In this test, the `free` plan has a small limit and the `team` plan has the default one.
  const team = { monthly_quota: 100, max_file_bytes: 0 };
  call = handlersOn(stores, { PLANS: JSON.stringify({ free: small, pro: small, team }) });
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores, { plan: 'free' });
});

const create = (): Promise<Answered> => call('createForm', { key: account.key, body: { name: 'Contact' } });
const statusesOf = async (count: number): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, create))).map(({ status }) => status);
const formCount = async (): Promise<number> => {
  const { Count = 0 } = await stores.db.send(
    new QueryCommand({
      TableName: stores.tables.forms,
      KeyConditionExpression: 'account_id = :account',
      ExpressionAttributeValues: { ':account': account.accountId },
    }),
  );
  return Count;
};

it('refuses a form above the limit, names the limit, and allows another form after a deletion', async () => {
  for (let forms = 0; forms < 5; forms += 1) expect((await create()).status).toBe(201);
  const refused = await create();
  expect(refused).toMatchObject({
    status: 409,
    body: { type: 'http://api.test/problems/conflict', detail: expect.stringContaining('at most 5 forms') },
  });
  const { data } = (await call('listForms', { key: account.key })).body;
  await call('deleteForm', { key: account.key, path: { id: data[0].id } });
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(409);
  // Existing forms can still be updated.
  const path = { id: data[1].id };
  expect((await call('updateForm', { key: account.key, path, body: { name: 'New' } })).status).toBe(200);
});

it('is exact even if requests race and even right after a deletion', async () => {
  const first = await statusesOf(12);
  expect(first.filter((status) => status === 201).length).toBe(await formCount());
  expect(await formCount()).toBeLessThanOrEqual(5);
  while ((await formCount()) < 5) expect([201, 503]).toContain((await create()).status);
  const { data } = (await call('listForms', { key: account.key })).body;
  await call('deleteForm', { key: account.key, path: { id: data[0].id } });
  const second = await statusesOf(8);
  expect(second.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
  expect(await formCount()).toBeLessThanOrEqual(5);
});

it('counts forms that were created elsewhere once the counter has expired', async () => {
  await create();
  const { Items: [one] = [] } = await stores.db.send(
    new QueryCommand({
      TableName: stores.tables.forms,
      KeyConditionExpression: 'account_id = :account',
      ExpressionAttributeValues: { ':account': account.accountId },
    }),
  );
  for (let imported = 0; imported < 4; imported += 1)
    await stores.db.send(
      new PutCommand({
        TableName: stores.tables.forms,
        Item: { ...one, form_id: `frm_000000000${imported}` },
      }),
    );
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.counters,
      Key: { counter: `forms#${account.accountId}#` },
      UpdateExpression: 'SET expires_at = :past',
      ExpressionAttributeValues: { ':past': 1 },
    }),
  );
  expect((await create()).status).toBe(409);
});

it('allows 500 forms by default', async () => {
  account = await newAccount(stores, { plan: 'team' });
  await create();
  const key = { counter: `forms#${account.accountId}#` };
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.counters,
      Key: key,
      UpdateExpression: 'SET used = :almost',
      ExpressionAttributeValues: { ':almost': 499 },
    }),
  );
  expect((await create()).status).toBe(201);
  const { Items: [one] = [] } = await stores.db.send(
    new QueryCommand({
      TableName: stores.tables.forms,
      KeyConditionExpression: 'account_id = :account',
      ExpressionAttributeValues: { ':account': account.accountId },
    }),
  );
  const rest = Array.from({ length: 498 }, (_, index) => `frm_${String(index).padStart(10, '0')}`);
  await Promise.all(
    rest.map((form_id) =>
      stores.db.send(new PutCommand({ TableName: stores.tables.forms, Item: { ...one, form_id } })),
    ),
  );
  expect(await create()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('at most 500 forms') },
  });
});

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newAccount } from '../support/samples/accounts.ts';
import { signIn } from '../support/samples/people.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());

test('GET /v1/usage immediately counts accepted submissions, but not spam', async () => {
  const { accountId, key } = await newAccount(stores, { plan: 'free', monthly_quota: 3 });
  const { slug } = (await call('createForm', { key, body: { name: 'Contact' } })).body;
  const submit = (body: unknown) => call('submitForm', { path: { slug }, body });
  await submit({ name: 'Ada' });
  await submit({ name: 'Robot', _gotcha: 'yes' });
  await submit({ name: 'Grace' });

  const { status, body } = await call('getUsage', { key });
  expect(status).toBe(200);
  const now = new Date();
  const firstOf = (month: number) => new Date(Date.UTC(now.getUTCFullYear(), month, 1)).toISOString();
  expect(body).toEqual({
    account_id: accountId,
    plan: 'free',
    period: { start: firstOf(now.getUTCMonth()), end: firstOf(now.getUTCMonth() + 1) },
    submissions: { used: 2, limit: 3, remaining: 1 },
    uploads: { allowed: false, max_file_bytes: 0 },
  });
});

test('GET /v1/usage returns the plan limits for an account that has stored nothing', async () => {
  const { key } = await newAccount(stores, { plan: 'team' });
  expect((await call('getUsage', { key })).body).toMatchObject({
    plan: 'team',
    submissions: { used: 0, limit: 100_000, remaining: 100_000 },
    uploads: { allowed: true, max_file_bytes: 52_428_800 },
  });
});

test('GET /v1/health returns a plain status object and needs no key', async () => {
  const { status, headers, body } = await call('health');
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.any(String) });
  expect(body).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

test('GET /v1/usage counts only the forms that a member with restricted access can see', async () => {
  const { accountId, key } = await newAccount(stores, { plan: 'free' });
  const forms = await Promise.all(
    ['Own', 'Other'].map(async (name) => (await call('createForm', { key, body: { name } })).body),
  );
  const [own, other] = forms.map(({ id }) => id as string);
  const { cookies } = await signIn(stores, accountId, { role: 'viewer', form_ids: [own!] });
  const today = new Date().toISOString().slice(0, 10);
  const count = (formId: string, received: number) =>
    stores.db.send(
      new PutCommand({
        TableName: stores.tables.counters,
        Item: { counter: `day#${formId}#${today}`, received, spam: 1, unread: 0 },
      }),
    );
  await Promise.all([count(own!, 3), count(other!, 40)]);
  for (const { slug } of forms) await call('submitForm', { path: { slug }, body: { name: 'Ada' } });
  const usageOf = async (caller: object) => (await call('getUsage', caller)).body.submissions;
  expect(await usageOf({ cookies })).toEqual({ used: 3, limit: 100, remaining: 97 });
  expect(await usageOf({ key })).toEqual({ used: 2, limit: 100, remaining: 98 });
});

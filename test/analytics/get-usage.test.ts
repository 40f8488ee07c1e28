import { newAccount } from '../support/samples/accounts.ts';
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

/** Tests an account whose submissions use the shards of its quota counter, through the real functions. */
import { jest } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { makeAccount } from '../support/samples/account-with-forms.ts';
import { handlersOn } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => stores.stop());

it('shows its exact usage and its new submissions', async () => {
  const account = await makeAccount(stores, call, { quota: 20_000 });
  const { id, slug } = await account.makeForm({ rate_limit: 1000, honeypot_field: 'website' });
  // All submissions arrive in the same millisecond, so the function counts the account as busy.
  let now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  const post = (body: Record<string, string> = { name: 'Ada' }) =>
    call('submitForm', { path: { slug }, body });
  const statuses = async (count: number) =>
    new Set((await Promise.all(Array.from({ length: count }, () => post()))).map(({ status }) => status));
  expect(await statuses(130)).toEqual(new Set([201]));
  now += 1;
  expect(await statuses(20)).toEqual(new Set([201]));
  const { Items = [] } = await stores.db.send(new ScanCommand({ TableName: stores.tables.counters }));
  const shards = Items.filter(({ counter }) =>
    new RegExp(`^quota#${account.account_id}#.{7}#`).test(String(counter)),
  );
  expect(shards.reduce((used, shard) => used + Number(shard['used']), 0)).toBeGreaterThanOrEqual(20);

  expect((await post({ website: 'http://spam.example' })).status).toBe(200);
  const { body } = await call('getUsage', { key: account.managementKey });
  expect(body.submissions).toEqual({ used: 150, limit: 20_000, remaining: 19_850 });

  const list = (headers: Record<string, string> = {}) =>
    call('listSubmissions', { key: account.managementKey, path: { id }, headers });
  const etag = String((await list()).headers['etag']);
  expect((await list({ 'if-none-match': etag })).status).toBe(304);
  now += 1;
  expect(await statuses(1)).toEqual(new Set([201]));
  expect((await list({ 'if-none-match': etag })).status).toBe(200);
});

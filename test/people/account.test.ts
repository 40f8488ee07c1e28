/** Tests `PATCH /v1/account`. */
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, newKey } from '../support/samples/accounts.ts';
import { handlersOn } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let accountId: string;
let key: string;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());
beforeEach(async () => {
  ({ accountId, key } = await newAccount(stores));
});

const change = (body: unknown, credential = key) => call('updateAccount', { key: credential, body });
const current = async () => (await call('getMe', { key })).body.account.time_zone;
const rows = async () => (await call('listAuditLog', { key, query: { action: 'updateAccount' } })).body.data;

test('sets and removes the time zone and writes an audit row for each change', async () => {
  expect(await current()).toBeNull();
  const { status, body } = await change({ time_zone: 'Europe/Berlin' });
  expect([status, body]).toEqual([
    200,
    { id: accountId, name: 'Test', plan: 'pro', time_zone: 'Europe/Berlin' },
  ]);
  expect(await current()).toBe('Europe/Berlin');
  expect((await change({})).body).toEqual(body);
  expect((await change({ time_zone: null })).body.time_zone).toBeNull();
  expect(await current()).toBeNull();
  const updated = { action: 'updateAccount', target: { type: 'account', id: accountId } };
  expect(await rows()).toMatchObject([updated, updated]);
});

test.each([
  [{ time_zone: 'Europe/Atlantis' }, 'time_zone'],
  [{ time_zone: '+01:00' }, 'time_zone'],
  [{ time_zone: '' }, 'time_zone'],
  [{ time_zone: 1 }, 'time_zone'],
  [{ name: 'Other' }, 'name'],
])('refuses %j', async (body, path) => {
  const refused = await change(body);
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, path]);
  expect([await current(), await rows()]).toEqual([null, []]);
});

test('requires the admin scope', async () => {
  const writer = await newKey(stores, accountId, 'management', { scopes: ['read', 'write'] });
  expect((await change({ time_zone: 'Europe/Berlin' }, writer.key)).status).toBe(403);
  expect(await current()).toBeNull();
});

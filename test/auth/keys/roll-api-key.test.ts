/** Tests replacing an API key with a new one that has the same permissions. */
import { newAccount, newKey, type TestAccount } from '../../support/samples/accounts.ts';
import { appFlow, newTestApp } from '../../support/samples/apps.ts';
import { signIn } from '../../support/samples/people.ts';
import { BASE_URL, handlersOn, type Answered } from '../../support/service/handlers.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
/** Id of the account's first key, which never expires. */
let firstId: string;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores);
  firstId = (await call('getMe', { key: account.key })).body.id;
});

const roll = (id: string, overlap_seconds: unknown, key = account.key): Promise<Answered> =>
  call('rollApiKey', { key, path: { id }, body: { overlap_seconds } });
const keyOf = async (id: string) =>
  (await call('listApiKeys', { key: account.key })).body.data.find((each: { id: string }) => each.id === id);
const worksFor = async (key: string): Promise<boolean> => (await call('getMe', { key })).status === 200;
const revoke = async (id: string, key = account.key): Promise<number> =>
  (await call('revokeApiKey', { key, path: { id } })).status;

test('creates a key with the same type, name, scopes, and expiry', async () => {
  const expires_at = '2090-01-02T03:04:05.000Z';
  const old = await newKey(stores, account.accountId, 'management', {
    name: 'Nightly export',
    scopes: ['read', 'write'],
    expires_at,
  });
  const { status, body, headers } = await roll(old.id, 3600);
  expect(status).toBe(201);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toMatchObject({
    type: 'management',
    name: 'Nightly export',
    scopes: ['read', 'write'],
    expires_at,
    created_by: firstId,
    replaced_by: null,
    key: expect.stringMatching(/^svc_mgmt_[0-9A-Za-z]{38}$/),
  });
  expect(await worksFor(body.key)).toBe(true);
});

test('keeps the old key valid until the overlap ends and shows its replacement', async () => {
  const old = await newKey(stores, account.accountId, 'submission');
  const before = Date.now();
  const { body } = await roll(old.id, 86_400);
  const after = Date.now();
  expect(await worksFor(old.key)).toBe(true);
  const { expires_at, replaced_by, revoked_at } = await keyOf(old.id);
  expect([replaced_by, revoked_at]).toEqual([body.id, null]);
  expect(Date.parse(expires_at)).toBeGreaterThanOrEqual(before + 86_400_000);
  expect(Date.parse(expires_at)).toBeLessThanOrEqual(after + 86_400_000);
});

test("never extends the old key's lifetime", async () => {
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const old = await newKey(stores, account.accountId, 'submission', { expires_at });
  expect((await roll(old.id, 604_800)).status).toBe(201);
  expect((await keyOf(old.id)).expires_at).toBe(expires_at);
});

test('disables the old key and its tokens immediately if there is no overlap', async () => {
  const old = await newKey(stores, account.accountId, 'management');
  const issued = await call('issueToken', {
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: old.id,
      client_secret: old.key,
    }),
  });
  const token = issued.body.access_token as string;
  expect(await worksFor(token)).toBe(true);
  const { body } = await roll(old.id, 0);
  expect([await worksFor(old.key), await worksFor(token), await worksFor(body.key)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('works for the key that makes the request', async () => {
  const { status, body } = await roll(firstId, 0);
  expect(status).toBe(201);
  expect([await worksFor(account.key), await worksFor(body.key)]).toEqual([false, true]);
  account = { ...account, key: body.key as string };
  // The account keeps exactly one lasting admin key, which can't be revoked.
  expect(await revoke(body.id)).toBe(409);
});

test("the account's last admin key can be rolled, and the old one can then be revoked", async () => {
  const { body } = await roll(firstId, 3600);
  expect(await revoke(firstId)).toBe(204);
  expect(await worksFor(body.key)).toBe(true);
  expect(await revoke(body.id, body.key)).toBe(409);
});

test('counts permanent admin keys correctly if a key is rolled and revoked at the same time', async () => {
  for (let round = 0; round < 8; round += 1) {
    const other = await newKey(stores, account.accountId, 'management');
    const [rolled, revoked] = await Promise.all([roll(other.id, 3600), revoke(other.id)]);
    expect([
      [201, 204],
      [409, 204],
    ]).toContainEqual([rolled.status, revoked]);
    // Revoking the new key succeeds because the first key is still counted.
    if (rolled.status === 201) expect(await revoke(rolled.body.id)).toBe(204);
    expect(await revoke(firstId)).toBe(409);
  }
});

test('succeeds for only one of several concurrent requests, and never again', async () => {
  const old = await newKey(stores, account.accountId, 'submission');
  const all = await Promise.all([1, 2, 3].map(() => roll(old.id, 3600)));
  expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect((await roll(old.id, 3600)).status).toBe(409);
  const log = await call('listAuditLog', { key: account.key, query: { action: 'rollApiKey' } });
  expect(log.body.data).toMatchObject([{ target: { type: 'api_key', id: old.id, name: 'Test' } }]);
});

test.each([
  ['a revoked key', (id: string) => revoke(id)],
  ['a key that was rolled without an overlap', (id: string) => roll(id, 0)],
])('is refused for %s', async (_, end) => {
  const old = await newKey(stores, account.accountId, 'submission');
  await end(old.id);
  expect((await roll(old.id, 3600)).status).toBe(409);
});

test("returns 404 for an unknown key and for another account's key", async () => {
  const other = await newAccount(stores);
  const { id } = await newKey(stores, other.accountId, 'submission');
  for (const each of [id, 'key_01JBX6GA9M1ZV2S6R8QF4T7C3N', 'nonsense'])
    expect((await roll(each, 3600)).status).toBe(404);
  expect((await call('listApiKeys', { key: other.key })).body.data).toHaveLength(2);
});

test.each([-1, 604_801, 1.5, '3600', null])('refuses the overlap %p', async (overlap) => {
  const old = await newKey(stores, account.accountId, 'submission');
  const { status, body } = await roll(old.id, overlap);
  expect([status, body.errors[0].path]).toEqual([422, 'overlap_seconds']);
});

describe('is refused if the new key would give the caller more access than it has:', () => {
  test('scopes', async () => {
    const admin = await newKey(stores, account.accountId, 'management', { scopes: ['admin'] });
    const reader = await newKey(stores, account.accountId, 'management', { scopes: ['read'] });
    expect((await roll(reader.id, 3600, admin.key)).status).toBe(403);
    expect(await keyOf(reader.id)).toMatchObject({ replaced_by: null, expires_at: null });
  });

  test('a longer lifetime', async () => {
    const brief = await newKey(stores, account.accountId, 'management', {
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    expect((await roll(firstId, 3600, brief.key)).status).toBe(403);
    expect((await roll(brief.id, 3600, brief.key)).status).toBe(201);
  });

  test('a key for an app or an editor', async () => {
    const old = await newKey(stores, account.accountId, 'submission');
    const owner = await signIn(stores, account.accountId, { role: 'owner' });
    const app = await newTestApp(stores, account.accountId);
    const { access } = await appFlow(call, app, owner.cookies).connect();
    expect((await roll(old.id, 3600, access)).status).toBe(403);
    const sent = { path: { id: old.id }, body: { overlap_seconds: 3600 }, headers: { origin: BASE_URL } };
    const editor = await signIn(stores, account.accountId, { role: 'editor' });
    expect((await call('rollApiKey', { ...sent, cookies: editor.cookies })).status).toBe(403);
    expect((await call('rollApiKey', { ...sent, cookies: owner.cookies })).status).toBe(201);
  });
});

test('counts towards the keys that an account can create in an hour', async () => {
  const keys = await Promise.all(
    Array.from({ length: 11 }, () => newKey(stores, account.accountId, 'submission')),
  );
  const statuses: number[] = [];
  for (const { id } of keys) statuses.push((await roll(id, 0)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
  expect(await keyOf(keys[10]?.id ?? '')).toMatchObject({ replaced_by: null, expires_at: null });
});

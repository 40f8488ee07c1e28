import { newAccount, newKey, type TestAccount } from '../../support/samples/accounts.ts';
import { handlersOn, type Answered } from '../../support/service/handlers.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores);
});

const mint = (body: unknown, key = account.key): Promise<Answered> => call('createApiKey', { key, body });
const list = (query?: Record<string, string>): Promise<Answered> =>
  call('listApiKeys', { key: account.key, ...(query && { query }) });
const revoke = (id: string, key = account.key): Promise<Answered> =>
  call('revokeApiKey', { key, path: { id } });

describe('POST /v1/api-keys', () => {
  test('returns the full key only once', async () => {
    const [first] = (await list()).body.data;
    const { status, headers, body } = await mint({ type: 'submission', name: ' Website ' });
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      id: expect.stringMatching(/^key_/),
      type: 'submission',
      name: 'Website',
      scopes: ['ingest'],
      created_by: first.id,
      expires_at: null,
      prefix: body.key.slice(0, 16),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      last_used_at: null,
      revoked_at: null,
      replaced_by: null,
      key: expect.stringMatching(/^svc_sub_[0-9A-Za-z]{38}$/),
    });
    expect(JSON.stringify((await list()).body)).not.toContain(body.key);
  });

  test('returns a management key that works immediately', async () => {
    const { body } = await mint({ type: 'management', name: 'CI' });
    expect((await call('listForms', { key: body.key })).status).toBe(200);
  });

  test.each([
    [{ type: 'submission' }, 'name'],
    [{ name: 'CI' }, 'type'],
    [{ type: 'admin', name: 'CI' }, 'type'],
    [{ type: 'submission', name: '   ' }, 'name'],
    [{ type: 'submission', name: 'x'.repeat(201) }, 'name'],
    [{ type: 'submission', name: 7 }, 'name'],
    [{ type: 'submission', name: 'CI\u001b[2J' }, 'name'],
    [{ type: 'submission', name: 'CI\nOperator' }, 'name'],
    [{ type: 'submission', name: 'CI\u202erotarepO' }, 'name'],
    [{ type: 'submission', name: 'CI', key: 'mine' }, 'key'],
    [{ type: 'management', name: 'CI', scopes: [] }, 'scopes'],
    [{ type: 'management', name: 'CI', scopes: ['owner'] }, 'scopes.0'],
    [{ type: 'submission', name: 'CI', scopes: ['read'] }, 'scopes'],
    [{ type: 'submission', name: 'CI', scopes: ['ingest', 'admin'] }, 'scopes'],
    [{ type: 'management', name: 'CI', expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
    [{ type: 'management', name: 'CI', expires_at: 'tomorrow' }, 'expires_at'],
    [{ type: 'management', name: 'CI', expires_at: '9999-12-31T23:59:59-01:00' }, 'expires_at'],
    [{ type: 'management', name: 'CI', expires_at: 1_800_000_000 }, 'expires_at'],
  ])('refuses %j', async (input, path) => {
    const { status, body } = await mint(input);
    expect(status).toBe(422);
    expect(body.errors).toContainEqual({ path, message: expect.any(String) });
    expect((await list()).body.data).toHaveLength(1);
  });

  test('creates at most ten keys an hour, even when requests race', async () => {
    const responses = await Promise.all(
      Array.from({ length: 15 }, (_, n) => mint({ type: 'submission', name: `Key ${n}` })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = responses.find(({ status }) => status !== 201)!;
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      type: 'http://api.test/problems/rate-limited',
      title: 'Too many submissions',
      status: 429,
    });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(3600);
    expect((await list()).body.data).toHaveLength(11);
  });
});

describe('GET /v1/api-keys', () => {
  test('lists the keys newest first, without the keys themselves', async () => {
    const minted = (await mint({ type: 'submission', name: 'Website' })).body;
    const { status, body } = await list();
    expect(status).toBe(200);
    const { key: _, ...shown } = minted;
    expect(body.data[0]).toEqual(shown);
    expect(body.data[1]).toMatchObject({
      type: 'management',
      name: 'First key',
      prefix: account.key.slice(0, 16),
    });
    expect(body.next_cursor).toBeNull();
    expect(Object.keys(body.data[0]).sort()).toEqual(
      [
        ...['created_at', 'created_by', 'expires_at', 'id', 'last_used_at'],
        ...['name', 'prefix', 'replaced_by', 'revoked_at', 'scopes', 'type'],
      ].sort(),
    );
  });

  test('returns the time a key was last used, including for submissions', async () => {
    // The last-used time is stored while the response is being sent, so only the second response is certain
    // to include it.
    await list();
    expect((await list()).body.data[0].last_used_at).toMatch(/Z$/);
    const form = await call('createForm', { key: account.key, body: { name: 'Contact' } });
    const { key, id } = await newKey(stores, account.accountId, 'submission');
    const sent = { key, path: { slug: form.body.slug }, body: { name: 'Ada' } };
    expect((await call('submitForm', sent)).status).toBe(201);
    const used = (await list()).body.data.find((each: { id: string }) => each.id === id);
    expect(used.last_used_at).toMatch(/Z$/);
  });

  test('continues where the last page ended', async () => {
    await mint({ type: 'submission', name: 'Second' });
    await mint({ type: 'submission', name: 'Third' });
    const first = (await list({ limit: '2' })).body;
    const second = (await list({ limit: '2', cursor: first.next_cursor })).body;
    const names = [...first.data, ...second.data].map(({ name }: { name: string }) => name);
    expect(names).toHaveLength(3);
    expect(names).toContain('First key');
    expect(second.next_cursor).toBeNull();
  });

  test("refuses a cursor from another account's list", async () => {
    await mint({ type: 'submission', name: 'Second' });
    const { next_cursor } = (await list({ limit: '1' })).body;
    const other = await newAccount(stores);
    const response = await call('listApiKeys', { key: other.key, query: { cursor: next_cursor } });
    expect(response.status).toBe(422);
  });
});

describe('DELETE /v1/api-keys/:id', () => {
  test('revokes a key immediately', async () => {
    const { id, key } = (await mint({ type: 'management', name: 'CI' })).body;
    expect((await revoke(id)).status).toBe(204);
    expect((await call('listForms', { key })).status).toBe(401);
    const revoked = (await list()).body.data.find((each: { id: string }) => each.id === id);
    expect(revoked.revoked_at).toMatch(/Z$/);
  });

  test('returns the same response when repeated', async () => {
    const { id } = (await mint({ type: 'submission', name: 'Website' })).body;
    expect((await revoke(id)).status).toBe(204);
    const response = await revoke(id);
    expect(response).toMatchObject({ status: 204, body: undefined });
  });

  test('refuses to revoke the last active management key', async () => {
    const { id } = (await list()).body.data[0];
    const response = await revoke(id);
    expect(response.status).toBe(409);
    expect(response.body.type).toBe('http://api.test/problems/conflict');
    expect((await list()).status).toBe(200);
  });

  test('lets a key revoke itself if another management key is active', async () => {
    const { id, key } = (await mint({ type: 'management', name: 'CI' })).body;
    expect((await revoke(id, key)).status).toBe(204);
    expect((await revoke(id, key)).status).toBe(401);
  });

  test('keeps one of the last two management keys when they try to revoke each other at the same time', async () => {
    const [first] = (await list()).body.data;
    const second = (await mint({ type: 'management', name: 'CI' })).body;
    const responses = await Promise.all([revoke(first.id, second.key), revoke(second.id)]);
    const statuses = responses.map(({ status }) => status).sort();
    // The second request fails, either because the key that sent it was revoked or because it would revoke
    // the last key.
    expect([
      [204, 401],
      [204, 409],
    ]).toContainEqual(statuses);
  });

  test.each(['key_00000000000000000000000000', 'key_', 'nonsense', '%00', 'x'.repeat(3000)])(
    'returns 404 for %.40s',
    async (id) => {
      expect(await revoke(id)).toMatchObject({
        status: 404,
        body: { type: 'http://api.test/problems/not-found' },
      });
    },
  );

  test("returns 404 for another account's key", async () => {
    const other = await newAccount(stores);
    const { id, key } = await newKey(stores, other.accountId, 'management');
    expect((await revoke(id)).status).toBe(404);
    expect((await call('listForms', { key })).status).toBe(200);
  });
});

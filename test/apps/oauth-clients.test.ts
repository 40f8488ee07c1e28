/** Tests the API operations that manage an account's apps. */
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

const RETURN = 'https://shop.example.org/return';
const SHOP = { name: 'Shop', type: 'confidential', redirect_uris: [RETURN] };

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

const create = (given: Record<string, unknown> = {}, key = account.key): Promise<Answered> =>
  call('createOauthClient', { key, body: { ...SHOP, ...given } });
const list = (query: Record<string, string> = {}, key = account.key): Promise<Answered> =>
  call('listOauthClients', { key, query });
const at = (id: string) => ({ key: account.key, path: { id } });

it("shows a confidential app's secret once", async () => {
  const { status, headers, body } = await create({ name: ' Shop ' });
  expect(status).toBe(201);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toEqual({
    id: expect.stringMatching(/^app_[0-9A-HJKMNP-TV-Z]{38}$/),
    name: 'Shop',
    logo_url: null,
    redirect_uris: [RETURN],
    type: 'confidential',
    previous_secret_expires_at: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: body.created_at,
    secret: expect.stringMatching(/^svc_app_[0-9A-Za-z]{38}$/),
  });
  const { secret: _, ...shown } = body;
  expect((await call('getOauthClient', at(body.id))).body).toEqual(shown);
  expect((await list()).body).toEqual({ data: [shown], next_cursor: null });
});

it('gives a public app no secret and refuses to rotate one', async () => {
  const { body } = await create({ type: 'public' });
  expect(body).not.toHaveProperty('secret');
  expect((await call('rotateOauthClientSecret', at(body.id))).status).toBe(409);
});

it('explains why a redirect URI is invalid', async () => {
  const { status, body } = await create({ redirect_uris: [RETURN, 'https://*.example.org/return'] });
  expect(status).toBe(422);
  expect(body.errors).toEqual([{ path: 'redirect_uris.1', message: expect.stringContaining('wildcard') }]);
});

it('changes the name, logo, and redirect URIs, but not the type or secret', async () => {
  const { body: made } = await create();
  const changes = {
    name: 'Market',
    logo_url: 'https://cdn.example.org/market.png',
    redirect_uris: ['http://127.0.0.1/return'],
  };
  const changed = await call('updateOauthClient', { ...at(made.id), body: changes });
  expect(changed.body).toEqual({ ...without(made, 'secret'), ...changes, updated_at: expect.any(String) });
  expect((await call('updateOauthClient', { ...at(made.id), body: { logo_url: null } })).body).toMatchObject({
    logo_url: null,
    name: 'Market',
  });
  for (const body of [{ type: 'public' }, { secret: 'svc_app_mine' }, { name: '' }]) {
    expect((await call('updateOauthClient', { ...at(made.id), body })).status).toBe(422);
  }
});

it('rotates the secret and accepts the old one for 24 hours', async () => {
  const { body: made } = await create();
  const before = Date.now();
  const { status, headers, body } = await call('rotateOauthClientSecret', at(made.id));
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(body.secret).toMatch(/^svc_app_[0-9A-Za-z]{38}$/);
  expect(body.secret).not.toBe(made.secret);
  const end = Date.parse(body.previous_secret_expires_at);
  expect(end).toBeGreaterThanOrEqual(before + 24 * 3_600_000);
  expect(end).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
  expect((await call('getOauthClient', at(made.id))).body).toEqual(without(body, 'secret'));
});

it('keeps all changes that are made concurrently', async () => {
  const { body: made } = await create();
  const changes = [{ name: 'Market' }, { logo_url: 'https://cdn.example.org/m.png' }, {}];
  const all = await Promise.all([
    ...changes.map((body) => call('updateOauthClient', { ...at(made.id), body })),
    call('rotateOauthClientSecret', at(made.id)),
  ]);
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await call('getOauthClient', at(made.id))).body).toMatchObject({
    name: 'Market',
    logo_url: 'https://cdn.example.org/m.png',
    previous_secret_expires_at: expect.any(String),
  });
});

it('refuses to change or delete an app with an outdated tag', async () => {
  const { body: made, headers } = await create();
  const stale = { ...at(made.id), headers: { 'if-match': headers['etag'] ?? '' } };
  expect((await call('updateOauthClient', { ...stale, body: { name: 'Market' } })).status).toBe(200);
  expect((await call('updateOauthClient', { ...stale, body: { name: 'Bazaar' } })).status).toBe(412);
  expect((await call('deleteOauthClient', stale)).status).toBe(412);
  const fresh = (await call('getOauthClient', at(made.id))).headers['etag'] ?? '';
  expect((await call('getOauthClient', { ...at(made.id), headers: { 'if-none-match': fresh } })).status).toBe(
    304,
  );
  expect((await call('deleteOauthClient', { ...at(made.id), headers: { 'if-match': fresh } })).status).toBe(
    204,
  );
});

it('deletes an app', async () => {
  const { body: made } = await create();
  expect((await call('deleteOauthClient', at(made.id))).status).toBe(204);
  expect((await call('getOauthClient', at(made.id))).status).toBe(404);
  expect((await call('deleteOauthClient', at(made.id))).status).toBe(404);
  expect((await call('rotateOauthClientSecret', at(made.id))).status).toBe(404);
  expect((await list()).body.data).toEqual([]);
});

it("lists only the account's own apps, newest first, page by page", async () => {
  const other = await newAccount(stores);
  await create({ name: 'Theirs' }, other.key);
  for (const name of ['First', 'Second', 'Third']) await create({ name });
  const first = (await list({ limit: '2' })).body;
  expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['Third', 'Second']);
  const second = (await list({ limit: '2', cursor: first.next_cursor })).body;
  expect(second.data.map(({ name }: { name: string }) => name)).toEqual(['First']);
  expect(second.next_cursor).toBeNull();
  expect((await list({ limit: '2', cursor: first.next_cursor }, other.key)).status).toBe(422);
  expect((await list({ nonsense: '1' })).status).toBe(422);
});

it('allows at most 50 apps per account, even with concurrent requests, and one more after a deletion', async () => {
  for (let made = 0; made < 48; made += 1) expect((await create()).status).toBe(201);
  const raced = await Promise.all([create(), create(), create(), create()]);
  expect(raced.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
  const [newest] = (await list({ limit: '1' })).body.data;
  await call('deleteOauthClient', at(newest.id));
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(409);
});

it('shows only the id and the secret to a caller without read access', async () => {
  const { key } = await newKey(stores, account.accountId, 'management', { scopes: ['admin'] });
  const { body: made } = await create({}, key);
  expect(Object.keys(made).toSorted()).toEqual(['id', 'secret']);
  const rotated = await call('rotateOauthClientSecret', { key, path: { id: made.id } });
  expect(Object.keys(rotated.body).toSorted()).toEqual(['id', 'secret']);
  const renamed = await call('updateOauthClient', { key, path: { id: made.id }, body: { name: 'Market' } });
  expect(renamed).toMatchObject({ status: 204, text: '' });
});

it("returns 404 for another account's app and for an installation-wide app", async () => {
  const { body: made } = await create();
  const { key } = await newAccount(stores);
  for (const id of [made.id, 'app_01KQ4S0D80H2W5J9R3X6M8QC4T', 'app_', 'installation']) {
    const sent = { key, path: { id } };
    expect((await call('getOauthClient', sent)).status).toBe(404);
    expect((await call('updateOauthClient', { ...sent, body: { name: 'Mine' } })).status).toBe(404);
    expect((await call('rotateOauthClientSecret', sent)).status).toBe(404);
    expect((await call('deleteOauthClient', sent)).status).toBe(404);
  }
  expect((await call('getOauthClient', at(made.id))).body.name).toBe('Shop');
});

function without(of: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _, ...rest } = of;
  return rest;
}

/** Tests which connections a caller can view and end through the API. */
import { installationApps } from '../../cli/apps/installation-apps.ts';
import { appStore } from '../../lambdas/apps/app-store.ts';
import type { Connection } from '../../lambdas/auth/connections/connection.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newAccount, newKey, serviceOn, type TestAccount } from '../support/samples/accounts.ts';
import { appFlow, newTestApp, type TestApp } from '../support/samples/apps.ts';
import { connect, signIn, type SignedIn } from '../support/samples/people.ts';
import { BASE_URL, handlersOn, type Answered } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

const SHOP = { name: 'Shop', type: 'public', redirect_uris: ['https://shop.example.org/return'] };
const FORM = 'frm_8K3Q0ZT5VW';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let shop: { id: string; name: string };
let owner: SignedIn;
let viewer: SignedIn;
let limited: SignedIn;
/** Connections, keyed by the member who authorized the app. */
let of: Record<'owner' | 'viewer' | 'limited', Connection>;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores);
  shop = (await call('createOauthClient', { key: account.key, body: SHOP })).body;
  owner = await signIn(stores, account.accountId, { role: 'owner' });
  viewer = await signIn(stores, account.accountId, { role: 'viewer' });
  limited = await signIn(stores, account.accountId, { role: 'editor', form_ids: [FORM] });
  of = {
    owner: await letIn(owner),
    viewer: await letIn(viewer),
    limited: await letIn(limited),
  };
});

/** Each connection starts one second after the previous one, so that their order is known. */
let letInAt = Date.now();
const letIn = ({ member }: SignedIn): Promise<Connection> =>
  connect(stores, account.accountId, {
    memberId: member.member_id,
    app: shop,
    at: (letInAt += 1000),
  });
const as = ({ cookies }: SignedIn) => ({ cookies, headers: { origin: BASE_URL } });
const idsOf = ({ body }: Answered): string[] => body.data.map(({ id }: { id: string }) => id);
const listAs = async (who: SignedIn): Promise<string[]> => idsOf(await call('listConnections', as(who)));
const end = (who: object, { connection_id }: Connection): Promise<Answered> =>
  call('deleteConnection', { ...who, path: { id: connection_id } });

it('shows members the apps that they authorized, with their scopes', async () => {
  const { status, body } = await call('listConnections', as(viewer));
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      {
        id: of.viewer.connection_id,
        client_id: shop.id,
        app_name: 'Shop',
        member_id: viewer.member.member_id,
        scopes: ['read'],
        form_ids: null,
        resource: null,
        created_at: of.viewer.created_at,
        last_used_at: of.viewer.created_at,
        expires_at: expect.any(String),
      },
    ],
    next_cursor: null,
  });
  const thirtyDays = 30 * 86_400_000;
  expect(Date.parse(body.data[0].expires_at)).toBe(Date.parse(of.viewer.created_at) + thirtyDays);
});

it("shows owners and admin keys all of the account's connections, newest first", async () => {
  const all = [of.limited, of.viewer, of.owner].map(({ connection_id }) => connection_id);
  expect(await listAs(owner)).toEqual(all);
  expect(idsOf(await call('listConnections', { key: account.key }))).toEqual(all);
  const other = await newAccount(stores);
  expect(idsOf(await call('listConnections', { key: other.key }))).toEqual([]);
});

it("hides connections from a key without the admin scope and doesn't let the key end any", async () => {
  const { key } = await newKey(stores, account.accountId, 'management', { scopes: ['read', 'write'] });
  expect(idsOf(await call('listConnections', { key }))).toEqual([]);
  expect((await end({ key }, of.viewer)).status).toBe(404);
});

it.each(['owner', 'viewer'] as const)('is paginated for a member who is %s', async (role) => {
  const who = role === 'owner' ? owner : viewer;
  await letIn(viewer);
  await letIn(viewer);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: '2', ...(cursor !== null && { cursor }) };
    const page: Answered = await call('listConnections', { ...as(who), query });
    expect(page.body.data.length).toBeLessThanOrEqual(2);
    seen.push(...idsOf(page));
    cursor = page.body.next_cursor;
  } while (cursor !== null);
  expect(seen).toHaveLength(role === 'owner' ? 5 : 3);
  expect(seen).toEqual(await listAs(who));
});

it("refuses another member's cursor and unknown parameters", async () => {
  await letIn(viewer);
  const page = await call('listConnections', { ...as(viewer), query: { limit: '1' } });
  const query = { limit: '1', cursor: page.body.next_cursor as string };
  expect((await call('listConnections', { ...as(limited), query })).status).toBe(422);
  expect((await call('listConnections', { ...as(owner), query })).status).toBe(422);
  expect((await call('listConnections', { ...as(owner), query: { app: shop.id } })).status).toBe(422);
});

it('lets viewers end only their own connections, and only once each', async () => {
  expect((await end(as(viewer), of.owner)).status).toBe(404);
  expect((await end(as(viewer), of.viewer)).status).toBe(204);
  expect((await end(as(viewer), of.viewer)).status).toBe(404);
  expect(await listAs(viewer)).toEqual([]);
  expect(await listAs(owner)).toEqual([of.limited.connection_id, of.owner.connection_id]);
});

it('lets owners end any connection in their own account, but none in other accounts', async () => {
  expect((await end(as(owner), of.viewer)).status).toBe(204);
  expect((await end({ key: account.key }, of.limited)).status).toBe(204);
  const other = await newAccount(stores);
  expect((await end({ key: other.key }, of.owner)).status).toBe(404);
  expect(await listAs(owner)).toEqual([of.owner.connection_id]);
});

it('ends a connection once for concurrent requests, with one audit row', async () => {
  const all = await Promise.all([1, 2, 3].map(() => end(as(owner), of.viewer)));
  expect(all.map(({ status }) => status).toSorted()).toEqual([204, 404, 404]);
  const log = await call('listAuditLog', { key: account.key, query: { action: 'deleteConnection' } });
  expect(log.body.data).toMatchObject([{ target: { type: 'connection', id: of.viewer.connection_id } }]);
});

it("ends all connections of a deleted app, and no other app's", async () => {
  const other = (await call('createOauthClient', { key: account.key, body: { ...SHOP, name: 'Other' } }))
    .body;
  const kept = await connect(stores, account.accountId, { memberId: viewer.member.member_id, app: other });
  const deleted = await call('deleteOauthClient', { key: account.key, path: { id: shop.id } });
  expect(deleted.status).toBe(204);
  expect(await listAs(owner)).toEqual([kept.connection_id]);
});

it("ends a member's connections when the member is removed", async () => {
  const path = { id: viewer.member.member_id };
  expect((await call('removeMember', { key: account.key, path })).status).toBe(204);
  expect(await listAs(owner)).toEqual([of.limited.connection_id, of.owner.connection_id]);
});

describe("an app's tokens", () => {
  const endings: [string, (app: TestApp, connectionId: string) => Promise<unknown>][] = [
    ['the connection is ended', (_, id) => call('deleteConnection', { ...as(viewer), path: { id } })],
    [
      'the app of the account is deleted',
      (app) => call('deleteOauthClient', { key: account.key, path: { id: app.clientId } }),
    ],
    [
      'the app of the installation is deleted',
      (app) => installationApps(serviceOn(stores), Date.now, systemRandom).delete(app.clientId),
    ],
    // The app's row can be deleted shortly before its connections' rows.
    [
      "the app's row is deleted but those of its connections are not",
      (app) => appStore(stores.db, stores.tables).remove(app.clientId),
    ],
  ];

  it.each(endings)('are refused immediately when %s', async (title, ending) => {
    const app = await newTestApp(stores, title.includes('installation') ? 'installation' : account.accountId);
    const flow = appFlow(call, app, viewer.cookies);
    const tokens = await flow.connect({ scope: 'read' });
    const me = await call('getMe', { key: tokens.access });
    expect(me.status).toBe(200);
    await ending(app, me.body.id as string);
    expect((await call('getMe', { key: tokens.access })).status).toBe(401);
    const refreshed = await flow.refresh(tokens.refresh);
    expect(refreshed.status).toBeGreaterThanOrEqual(400);
    expect(refreshed.body).not.toHaveProperty('access_token');
  });

  it("can list and end their own connection but none of the member's other connections", async () => {
    const app = await newTestApp(stores, account.accountId);
    const { access } = await appFlow(call, app, viewer.cookies).connect({ scope: 'read' });
    const { id } = (await call('getMe', { key: access })).body;
    expect(idsOf(await call('listConnections', { key: access }))).toEqual([id]);
    expect((await end({ key: access }, of.viewer)).status).toBe(404);
    expect((await call('deleteConnection', { key: access, path: { id } })).status).toBe(204);
    expect((await call('listConnections', { key: access })).status).toBe(401);
    expect(await listAs(viewer)).toEqual([of.viewer.connection_id]);
  });
});

/** Which connections a caller sees and may end, by the API. */
import type { Connection } from '../../lambdas/connections/connection.ts';
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { connect, signIn, type SignedIn } from '../support/samples/people.ts';
import { BASE_URL, handlersOn, type Answered } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

const SHOP = { name: 'Shop', type: 'public', redirect_uris: ['https://shop.example.org/return'] };
const FORM = 'frm_8K3Q0ZT5VW';
const OTHER_FORM = 'frm_0000000000';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let shop: { id: string; name: string };
let owner: SignedIn;
let viewer: SignedIn;
let limited: SignedIn;
/** By who let the app in. */
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
    limited: await letIn(limited, [FORM, OTHER_FORM]),
  };
});

/** Each a second after the one before, so that their order is known. */
let letInAt = Date.now();
const letIn = ({ member }: SignedIn, form_ids?: readonly string[]): Promise<Connection> =>
  connect(stores, account.accountId, {
    memberId: member.member_id,
    app: shop,
    at: (letInAt += 1000),
    ...(form_ids && { form_ids }),
  });
const as = ({ cookies }: SignedIn) => ({ cookies, headers: { origin: BASE_URL } });
const idsOf = ({ body }: Answered): string[] => body.data.map(({ id }: { id: string }) => id);
const listAs = async (who: SignedIn): Promise<string[]> => idsOf(await call('listConnections', as(who)));
const end = (who: object, { connection_id }: Connection): Promise<Answered> =>
  call('deleteConnection', { ...who, path: { id: connection_id } });

it('shows a member what they have let in, and to what', async () => {
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

it('shows owners and keys with the scope admin all of the account, newest first', async () => {
  const all = [of.limited, of.viewer, of.owner].map(({ connection_id }) => connection_id);
  expect(await listAs(owner)).toEqual(all);
  expect(idsOf(await call('listConnections', { key: account.key }))).toEqual(all);
  const other = await newAccount(stores);
  expect(idsOf(await call('listConnections', { key: other.key }))).toEqual([]);
});

it('shows a key without the scope admin none, and lets it end none', async () => {
  const { key } = await newKey(stores, account.accountId, 'management', { scopes: ['read', 'write'] });
  expect(idsOf(await call('listConnections', { key }))).toEqual([]);
  expect((await end({ key }, of.viewer)).status).toBe(404);
});

it('shows a member who is limited to some forms no trace of others', async () => {
  const { body } = await call('listConnections', as(limited));
  expect(body.data[0].form_ids).toEqual([FORM]);
  const seenByOwner = (await call('listConnections', as(owner))).body.data;
  expect(seenByOwner[0].form_ids).toEqual([FORM, OTHER_FORM]);
});

it.each(['owner', 'viewer'] as const)('lists page by page for a member who is %s', async (role) => {
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

it("refuses another member's cursor, and a parameter that it does not know", async () => {
  await letIn(viewer);
  const page = await call('listConnections', { ...as(viewer), query: { limit: '1' } });
  const query = { limit: '1', cursor: page.body.next_cursor as string };
  expect((await call('listConnections', { ...as(limited), query })).status).toBe(422);
  expect((await call('listConnections', { ...as(owner), query })).status).toBe(422);
  expect((await call('listConnections', { ...as(owner), query: { app: shop.id } })).status).toBe(422);
});

it('lets a viewer end their own connection, once, and nobody else’s', async () => {
  expect((await end(as(viewer), of.owner)).status).toBe(404);
  expect((await end(as(viewer), of.viewer)).status).toBe(204);
  expect((await end(as(viewer), of.viewer)).status).toBe(404);
  expect(await listAs(viewer)).toEqual([]);
  expect(await listAs(owner)).toEqual([of.limited.connection_id, of.owner.connection_id]);
});

it('lets an owner end any connection of the account, and of no other', async () => {
  expect((await end(as(owner), of.viewer)).status).toBe(204);
  expect((await end({ key: account.key }, of.limited)).status).toBe(204);
  const other = await newAccount(stores);
  expect((await end({ key: other.key }, of.owner)).status).toBe(404);
  expect(await listAs(owner)).toEqual([of.owner.connection_id]);
});

it('ends it once when several end it at the same time, with one row in the audit log', async () => {
  const all = await Promise.all([1, 2, 3].map(() => end(as(owner), of.viewer)));
  expect(all.map(({ status }) => status).toSorted()).toEqual([204, 404, 404]);
  const log = await call('listAuditLog', { key: account.key, query: { action: 'deleteConnection' } });
  expect(log.body.data).toMatchObject([{ target: { type: 'connection', id: of.viewer.connection_id } }]);
});

it('ends all connections of an app that is deleted, and those of no other app', async () => {
  const other = (await call('createOauthClient', { key: account.key, body: { ...SHOP, name: 'Other' } }))
    .body;
  const kept = await connect(stores, account.accountId, { memberId: viewer.member.member_id, app: other });
  const deleted = await call('deleteOauthClient', { key: account.key, path: { id: shop.id } });
  expect(deleted.status).toBe(204);
  expect(await listAs(owner)).toEqual([kept.connection_id]);
});

it('ends the connections of a member who is removed', async () => {
  const path = { id: viewer.member.member_id };
  expect((await call('removeMember', { key: account.key, path })).status).toBe(204);
  expect(await listAs(owner)).toEqual([of.limited.connection_id, of.owner.connection_id]);
});

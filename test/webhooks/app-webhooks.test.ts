/** Tests webhooks that apps create with a connection's token, as automation platforms do. */
import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { newConnectionToken } from '../../lambdas/auth/access-token.ts';
import type { Scope } from '../../lambdas/core/scope.ts';
import type { Connection } from '../../lambdas/auth/connections/connection.ts';
import { newWebhookId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { liveWebhookStore } from '../../lambdas/webhooks/apps/live-webhook-store.ts';
import { newWebhook } from '../../lambdas/webhooks/webhook.ts';
import { webhookCreationStore } from '../../lambdas/webhooks/webhook-creation-store.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { connect, signIn, type SignedIn } from '../support/samples/people.ts';
import { streamRecord } from '../support/aws/stream-record.ts';
import { startReceiver } from '../support/receivers/webhook-receiver.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

const APP = { name: 'Shop', type: 'public', redirect_uris: ['https://shop.example.org/return'] };
const IN = 'https://hooks.example.org/in';

let service: TestOperations;
let account: TestAccount;
let app: { id: string; name: string };
let member: SignedIn;
let form: { id: string };
let connection: Connection;
let token: string;

const call: TestOperations['call'] = (name, request) => service.call(name, request);

beforeAll(async () => {
  service = await startOperations({
    ALLOW_HTTP_WEBHOOKS: 'true',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await newAccount(service.stores, { plan: 'team' });
  app = (await call('createOauthClient', { key: account.key, body: APP })).body;
  member = await signIn(service.stores, account.accountId, { role: 'editor' });
  form = await newForm();
  connection = await letIn();
  token = await tokenOf(connection);
});

const newForm = async (): Promise<{ id: string }> =>
  (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;

/** Authorizes the app on behalf of the editor. The app gets read and write access by default. */
async function letIn({
  scopes = ['read', 'write'],
  by = member,
}: { scopes?: Scope[]; by?: SignedIn } = {}): Promise<Connection> {
  const { db, tables } = service.stores;
  const made = await connect(service.stores, account.accountId, { memberId: by.member.member_id, app });
  const Item = { ...made, scopes };
  await db.send(new PutCommand({ TableName: tables.connections, Item }));
  return Item;
}

const editorOf = (...form_ids: string[]) =>
  signIn(service.stores, account.accountId, { role: 'editor', form_ids });

async function tokenOf(of: Connection): Promise<string> {
  const { db, tables } = service.stores;
  const made = newConnectionToken(of, of.scopes, Date.now(), systemRandom);
  await db.send(new PutCommand({ TableName: tables.accessTokens, Item: made.stored }));
  return made.token;
}

const subscribe = (body: object = { url: IN }, key = token) =>
  call('createWebhook', { key, path: { id: form.id }, body });
const unsubscribe = (id: string, key = token) => call('deleteWebhook', { key, path: { id } });
const listed = async (): Promise<any[]> =>
  (await call('listWebhooks', { key: account.key, path: { id: form.id } })).body.data;
const end = ({ account_id, connection_id }: Connection) =>
  service.stores.db.send(
    new DeleteCommand({
      TableName: service.stores.tables.connections,
      Key: { account_id, connection_id },
    }),
  );

describe('an app subscribing', () => {
  it('creates a webhook with its connection and app name and shows the secret once', async () => {
    const { status, body } = await subscribe();
    expect([status, body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    expect(body).toMatchObject({
      name: 'Shop',
      connection: { id: connection.connection_id, name: 'Shop' },
    });
    const named = await subscribe({ url: `${IN}/2`, name: 'Orders' });
    expect(named.body).toMatchObject({ name: 'Orders', connection: { name: 'Shop' } });
    const { secret: _, ...shown } = body;
    expect(await listed()).toContainEqual(shown);
  });

  it('returns the existing webhook without its secret if the URL is the same', async () => {
    const { secret: _, ...first } = (await subscribe()).body;
    for (const body of [{ url: IN }, { url: `${IN}#part`, name: 'Other', format: 'slack' }]) {
      const again = await subscribe(body);
      expect([again.status, again.body]).toEqual([200, first]);
      expect(again.headers['etag']).toEqual(expect.any(String));
    }
    expect(await listed()).toEqual([first]);
  });

  it('creates one webhook for concurrent requests and returns its secret in only one response', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => subscribe()));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
    expect(all.filter(({ body }) => 'secret' in body)).toHaveLength(1);
    expect(await listed()).toHaveLength(1);
  });

  it("stops at the form's limit if each URL is new", async () => {
    const statuses: number[] = [];
    for (let number = 1; number <= 14; number += 1)
      statuses.push((await subscribe({ url: `${IN}/${number}` })).status);
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(4).fill(409)]);
    expect((await subscribe({ url: `${IN}/1` })).status).toBe(200);
  });

  it("causes a conflict for other callers and for another caller's URL", async () => {
    const { id } = (await subscribe()).body;
    const conflict = { status: 409, body: { webhook_id: id } };
    expect(await subscribe({ url: IN }, account.key)).toMatchObject(conflict);
    expect(await subscribe({ url: IN }, await tokenOf(await letIn()))).toMatchObject(conflict);
    const own = `${IN}/own`;
    const { body } = await subscribe({ url: own }, account.key);
    expect(body).toMatchObject({ name: null, connection: null });
    expect(await subscribe({ url: own }, account.key)).toMatchObject({ status: 409 });
    expect(await subscribe({ url: own })).toMatchObject({ status: 409, body: { webhook_id: body.id } });
  });

  it('follows the same rules if the webhook is for all forms', async () => {
    const all = (key = token) => call('createAccountWebhook', { key, body: { url: IN } });
    const first = await all();
    expect(first).toMatchObject({ status: 201, body: { form_id: null, connection: { name: 'Shop' } } });
    const again = await all();
    expect([again.status, again.body.id, again.body.secret]).toEqual([200, first.body.id, undefined]);
    expect((await all(account.key)).status).toBe(409);
    const limited = await tokenOf(await letIn({ by: await editorOf(form.id) }));
    expect((await all(limited)).status).toBe(403);
  });

  it('requires the read scope because the webhook receives data', async () => {
    const blind = await tokenOf(await letIn({ scopes: ['write'] }));
    expect(await subscribe({ url: IN }, blind)).toMatchObject({
      status: 403,
      body: { type: expect.stringMatching(/\/forbidden$/) },
    });
    expect(await listed()).toEqual([]);
  });

  it("changes only its connection's webhooks", async () => {
    const forbidden = { status: 403, body: { type: expect.stringMatching(/\/forbidden$/) } };
    const own = (await subscribe()).body.id;
    const ofOwner = (await subscribe({ url: `${IN}/people` }, account.key)).body.id;
    const ofOther = (await subscribe({ url: `${IN}/other` }, await tokenOf(await letIn()))).body.id;
    const since = new Date().toISOString();
    for (const id of [ofOwner, ofOther]) {
      const as = { key: token, path: { id } };
      for (const body of [
        { url: `${IN}/moved` },
        { rotate_secret: true },
        { name: 'Mine' },
        { enabled: false },
      ])
        expect(await call('updateWebhook', { ...as, body })).toMatchObject(forbidden);
      expect(await call('testWebhook', as)).toMatchObject(forbidden);
      expect(await call('recoverWebhook', { ...as, body: { since } })).toMatchObject(forbidden);
      expect(await call('deleteWebhook', as)).toMatchObject(forbidden);
    }
    expect((await listed()).map(({ url }) => url).toSorted()).toEqual([IN, `${IN}/other`, `${IN}/people`]);
    const mine = { key: token, path: { id: own } };
    expect((await call('updateWebhook', { ...mine, body: { url: `${IN}/moved` } })).status).toBe(200);
    expect((await call('recoverWebhook', { ...mine, body: { since } })).status).toBe(202);
  });

  it("replays only its own webhooks' deliveries", async () => {
    const receiver = await startReceiver();
    const ofOwner = (await subscribe({ url: receiver.url }, account.key)).body.id;
    const own = (await subscribe({ url: `${receiver.url}/own` })).body.id;
    const replay = async (id: string) => {
      await call('testWebhook', { key: account.key, path: { id } });
      const [ping] = (await call('listDeliveries', { key: account.key, path: { id } })).body.data;
      return (await call('replayDelivery', { key: token, path: { id: ping.id } })).status;
    };
    expect([await replay(ofOwner), await replay(own)]).toEqual([403, 200]);
    await receiver.stop();
  });

  it('creates nothing if the connection ends in the meantime', async () => {
    const { stores } = service;
    const of = { account_id: account.accountId, owner_id: form.id };
    const by = {
      connection_id: connection.connection_id,
      app: { client_id: app.id, member_id: member.member.member_id, name: 'Shop' },
    };
    await end(connection);
    const wanted = newWebhook(of, { url: IN }, Date.now(), systemRandom, by);
    const store = webhookCreationStore(stores.db, stores.tables, Date.now);
    expect(await store.createWithin(10, wanted)).toEqual({ kind: 'connection-gone' });
    expect(await listed()).toEqual([]);
  });
});

describe('an app unsubscribing', () => {
  it('gets a 204 even if the webhook never existed, whereas other callers get a 404', async () => {
    const { id } = (await subscribe()).body;
    const never = newWebhookId(form.id, systemRandom);
    for (const each of [id, id, never, 'wh_nonsense'])
      expect([each, (await unsubscribe(each)).status]).toEqual([each, 204]);
    expect(await listed()).toEqual([]);
    for (const each of [id, never, 'wh_nonsense'])
      expect((await unsubscribe(each, account.key)).status).toBe(404);
  });

  it("removes no webhooks of another account or of a form that the app can't see", async () => {
    const other = await newAccount(service.stores);
    const { id } = (await subscribe({ url: IN }, account.key)).body;
    const elsewhere = (await call('createForm', { key: other.key, body: { name: 'Other' } })).body;
    const made = await call('createWebhook', {
      key: other.key,
      path: { id: elsewhere.id },
      body: { url: IN },
    });
    const limited = await tokenOf(await letIn({ by: await editorOf((await newForm()).id) }));
    expect((await unsubscribe(made.body.id)).status).toBe(204);
    expect((await unsubscribe(id, limited)).status).toBe(204);
    expect(await listed()).toHaveLength(1);
    const theirs = await call('getWebhook', { key: other.key, path: { id: made.body.id } });
    expect(theirs.status).toBe(200);
  });

  it('still respects If-Match', async () => {
    const { id } = (await subscribe()).body;
    const stale = await call('deleteWebhook', {
      key: token,
      path: { id },
      headers: { 'if-match': '"other"' },
    });
    expect(stale.status).toBe(412);
    expect(await listed()).toHaveLength(1);
  });
});

describe("an app's webhook", () => {
  /** Returns true if the webhook would still receive deliveries. */
  const isLive = async (id: string): Promise<boolean> => {
    const { stores } = service;
    const ownerId = id.length === 'wh_'.length + 20 ? form.id : account.accountId;
    return (await liveWebhookStore(stores, stores.tables).find(ownerId, id)) !== undefined;
  };
  const setMember = (set: string, values: Record<string, unknown>, names: Record<string, string> = {}) =>
    service.stores.db.send(
      new UpdateCommand({
        TableName: service.stores.tables.members,
        Key: { account_id: account.accountId, member_id: member.member.member_id },
        UpdateExpression: `SET ${set}`,
        ExpressionAttributeValues: values,
        ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      }),
    );

  it.each([
    ['while nothing has changed', () => Promise.resolve(), true, true],
    ['when its member becomes a viewer', () => setRole('viewer'), true, true],
    ['when its member is limited to its form', () => setForms(form.id), true, false],
    ['when its member is limited to another form', () => setForms('frm_0000000000'), false, false],
    ['when its connection has ended', () => end(connection), false, false],
    ['when its member is removed', () => removed('removeMember', member.member.member_id), false, false],
    ['when its app is deleted', () => removed('deleteOauthClient', app.id), false, false],
  ])('%s: gets only events that its app can receive', async (_, change, ofForm, ofAll) => {
    const one = (await subscribe()).body.id;
    const all = (await call('createAccountWebhook', { key: token, body: { url: IN } })).body.id;
    const own = (await subscribe({ url: `${IN}/own` }, account.key)).body.id;
    await change();
    expect([await isLive(one), await isLive(all), await isLive(own)]).toEqual([ofForm, ofAll, true]);
  });
  const setRole = (role: string) => setMember('#role = :role', { ':role': role }, { '#role': 'role' });
  const setForms = (...ids: string[]) => setMember('form_ids = :ids', { ':ids': ids });
  const removed = (operation: 'removeMember' | 'deleteOauthClient', id: string) =>
    call(operation, { key: account.key, path: { id } });

  it("doesn't even get test pings after its connection ends and is removed from every form", async () => {
    const receiver = await startReceiver();
    const { id } = (await subscribe({ url: receiver.url })).body;
    const kept = (await subscribe({ url: `${IN}/own` }, account.key)).body.id;
    const elsewhere = await newForm();
    await call('createWebhook', { key: token, path: { id: elsewhere.id }, body: { url: IN } });
    expect((await call('testWebhook', { key: account.key, path: { id } })).body).toMatchObject({ ok: true });
    await end(connection);
    expect((await call('testWebhook', { key: account.key, path: { id } })).status).toBe(404);
    expect(receiver.received).toHaveLength(1);
    await receiver.stop();

    const { counters, forms, webhooks } = service.stores.tables;
    Object.assign(process.env, { COUNTERS_TABLE: counters, FORMS_TABLE: forms, WEBHOOKS_TABLE: webhooks });
    const { handler } = await import('../../lambdas/webhooks/apps/remove-connection-webhooks.ts');
    const record = streamRecord(['account_id', 'connection_id'], { before: connection });
    for (let times = 0; times < 2; times += 1)
      expect(await handler({ Records: [record] } as DynamoDBStreamEvent)).toEqual({ batchItemFailures: [] });
    expect((await listed()).map((each) => each.id)).toEqual([kept]);
    const { Count } = await service.stores.db.send(
      new QueryCommand({
        TableName: service.stores.tables.webhooks,
        KeyConditionExpression: 'owner_id = :owner',
        ExpressionAttributeValues: { ':owner': elsewhere.id },
      }),
    );
    expect(Count).toBe(0);
  });
});

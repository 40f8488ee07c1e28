/**
 * Tests that only callers with read access can choose where submissions are sent. Reproduces the attack with
 * a caller that only has the `write` scope and can't list submissions.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newConnectionToken } from '../../lambdas/auth/access-token.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import type { Scope } from '../../lambdas/core/scope.ts';
import { newKey } from '../support/samples/accounts.ts';
import { makeEverything, type Everything } from '../support/samples/one-of-everything.ts';
import { connect, signIn } from '../support/samples/people.ts';
import { BASE_URL, type SentToOperation } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';
import type { OperationName } from '../../lambdas/api/operations.ts';

const SHOP = { name: 'Shop', type: 'public', redirect_uris: ['https://shop.example.org/return'] };
const MINE = 'https://collector.example.org/in';

let service: TestOperations;
let ours: Everything;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());
type Credential = Pick<SentToOperation, 'key' | 'cookies' | 'headers'>;

/** Functions that create each kind of caller with the given scopes. */
const CALLERS: Readonly<Record<string, (scopes: Scope[]) => Promise<Credential>>> = {
  'a key': async (scopes) => ({
    key: (await newKey(service.stores, ours.accountId, 'management', { scopes })).key,
  }),
  'a token': async (scopes) => {
    const { id, key } = await newKey(service.stores, ours.accountId, 'management');
    const body = {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: key,
      scope: scopes.join(' '),
    };
    return { key: (await service.call('issueToken', { body: new URLSearchParams(body) })).body.access_token };
  },
  'the session of a key': async (scopes) => {
    const { key } = await newKey(service.stores, ours.accountId, 'management', { scopes });
    const { cookies } = await service.call('createSession', { key, headers: { origin: BASE_URL } });
    return { cookies: cookies.map((each) => each.split(';')[0]!), headers: { origin: BASE_URL } };
  },
  'a connection': async (scopes) => {
    const { db, tables } = service.stores;
    const app = (await service.call('createOauthClient', { key: ours.key, body: SHOP })).body;
    const { member } = await signIn(service.stores, ours.accountId, { role: 'editor' });
    const made = await connect(service.stores, ours.accountId, { memberId: member.member_id, app });
    const Item = { ...made, scopes };
    await db.send(new PutCommand({ TableName: tables.connections, Item }));
    const token = newConnectionToken(Item, scopes, Date.now(), systemRandom);
    await db.send(new PutCommand({ TableName: tables.accessTokens, Item: token.stored }));
    return { key: token.token };
  },
};

describe.each(Object.keys(CALLERS))('%s with only the write scope', (kind) => {
  const forms = () => ({ path: { id: ours.resources['forms']! } });
  const webhooks = () => ({ path: { id: ours.resources['webhooks']! } });
  const since = new Date().toISOString();
  let credential: Credential;

  // Refused requests change nothing, so the tests can share one account.
  beforeAll(async () => {
    ours = await makeEverything(service.stores, service.call);
    credential = await CALLERS[kind]!(['write']);
  });
  const call = (name: OperationName, sent: SentToOperation) => service.call(name, { ...credential, ...sent });
  const current = async () => [
    (await service.call('getForm', { key: ours.key, ...forms() })).body,
    (await service.call('listWebhooks', { key: ours.key, ...forms() })).body,
  ];

  it.each<[string, OperationName, () => SentToOperation]>([
    ['read submissions', 'listSubmissions', forms],
    [
      'add its mailbox',
      'updateForm',
      () => ({ ...forms(), body: { notify_emails: ['me@collector.example'] } }),
    ],
    [
      'remove all mailboxes',
      'updateForm',
      () => ({ ...forms(), body: { name: 'Changed', notify_emails: [] } }),
    ],
    // A form that the attacker can read could then take over the slug and receive its submissions.
    [
      'move a form away from its slug',
      'updateForm',
      () => ({ ...forms(), body: { name: 'Changed', slug: 'moved-away' } }),
    ],
    [
      'create a form that notifies it',
      'createForm',
      () => ({ body: { name: 'New', notify_emails: ['me@collector.example'] } }),
    ],
    ['create a webhook', 'createWebhook', () => ({ ...forms(), body: { url: MINE } })],
    ['create a webhook for all forms', 'createAccountWebhook', () => ({ body: { url: MINE } })],
    ['move a webhook', 'updateWebhook', () => ({ ...webhooks(), body: { enabled: true, url: MINE } })],
    ['rotate a secret', 'updateWebhook', () => ({ ...webhooks(), body: { rotate_secret: true } })],
    ['set headers', 'updateWebhook', () => ({ ...webhooks(), body: { headers: { 'x-key': 'value' } } })],
    ['change the format', 'updateWebhook', () => ({ ...webhooks(), body: { format: 'slack' } })],
    ['remove a filter', 'updateWebhook', () => ({ ...webhooks(), body: { filter: null } })],
    ['sign with a key pair', 'updateWebhook', () => ({ ...webhooks(), body: { signing: 'hmac+ed25519' } })],
    ['send a test ping', 'testWebhook', webhooks],
    ['replay', 'replayDelivery', () => ({ path: { id: ours.resources['deliveries']! } })],
    ['recover', 'recoverWebhook', () => ({ ...webhooks(), body: { since } })],
  ])("can't %s", async (_, name, sent) => {
    const before = await current();
    const refused = await call(name, sent());
    expect(refused).toMatchObject({
      status: 403,
      body: { type: `${BASE_URL}/problems/forbidden`, detail: expect.stringContaining('"read"') },
    });
    if (kind === 'a token' || kind === 'a connection')
      expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="read"');
    expect(await current()).toEqual(before);
  });

  it("can still make changes that don't affect where submissions are sent", async () => {
    const body = {
      name: 'Renamed',
      status: 'paused',
      redirect_url: 'https://www.example.com/thanks',
      autoresponder: { enabled: true, subject: 'Thanks', text: 'We got it.' },
    };
    expect((await call('updateForm', { ...forms(), body })).status).toBe(204);
    expect((await call('createForm', { body: { name: 'New' } })).status).toBe(201);
    // An app can only change its own webhooks.
    const expected = kind === 'a connection' ? 403 : 204;
    const rest = { name: 'Desk', enabled: false, rotate_secret: false };
    expect((await call('updateWebhook', { ...webhooks(), body: rest })).status).toBe(expected);
    expect((await call('deleteWebhook', webhooks())).status).toBe(expected);
  });
});

it.each(Object.keys(CALLERS))(
  '%s with the read and write scopes can set recipients and create webhooks',
  async (kind) => {
    ours = await makeEverything(service.stores, service.call);
    const credential = await CALLERS[kind]!(['read', 'write']);
    const path = { id: ours.resources['forms']! };
    const set = { ...credential, path, body: { notify_emails: ['ann@example.com'] } };
    expect((await service.call('updateForm', set)).body.notify_emails).toContainEqual({
      address: 'ann@example.com',
      status: 'pending',
      filter: null,
    });
    const created = await service.call('createWebhook', { ...credential, path, body: { url: MINE } });
    expect(created).toMatchObject({ status: 201, body: { url: MINE, secret: expect.any(String) } });
  },
);

/** Tests a connection's tokens: exchanging codes, refreshing tokens and revoking them. */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { appFlow, newTestApp, type TestApp } from '../support/samples/apps.ts';
import { signIn, type SignedIn } from '../support/samples/people.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let owner: SignedIn;
let app: TestApp;
let publicApp: TestApp;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await newAccount(stores);
  owner = await signIn(stores, account.accountId, { role: 'owner', email: 'ann@example.com' });
  app = await newTestApp(stores, account.accountId);
  publicApp = await newTestApp(stores, 'installation', { name: 'Tool', type: 'public' });
});
afterAll(() => stores.stop());

const flowOf = (of: TestApp = app, { cookies } = owner) => appFlow(call, of, cookies);
const read = async (key: string): Promise<number> => (await call('listForms', { key })).status;
const refused = (error: string, status = 400) => ({
  status,
  body: { error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) },
});
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
/** Moves a stored timestamp back to simulate the passage of time. */
const age = (connectionId: string, UpdateExpression: string, at: number) =>
  stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.connections,
      Key: { account_id: account.accountId, connection_id: connectionId },
      UpdateExpression,
      ExpressionAttributeNames: { '#family': 'family' },
      ExpressionAttributeValues: { ':at': new Date(at).toISOString() },
    }),
  );
const idOf = async (access: string): Promise<string> => (await call('getMe', { key: access })).body.id;
const lastRow = async (action: string) =>
  (await call('listAuditLog', { key: account.key, query: { action, limit: '1' } })).body.data[0];

describe('an authorization code', () => {
  test.each([
    ['confidential', () => app],
    ['public', () => publicApp],
  ])('is redeemed by a %s app for a one-hour access token and a refresh token', async (_, of) => {
    const flow = flowOf(of());
    const { status, headers, body } = await flow.redeem(await flow.code());
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect(body).toEqual({
      access_token: expect.stringMatching(/^svc_at_[0-9A-Za-z]{38}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read write',
      refresh_token: expect.stringMatching(/^svc_rt_[0-9A-Za-z]{108}$/),
    });
    expect(await read(body.access_token)).toBe(200);
  });

  test('can also be redeemed with Basic credentials, and by a public app with an empty secret', async () => {
    for (const each of [app, publicApp]) {
      const flow = flowOf(each);
      const form = {
        grant_type: 'authorization_code',
        code: await flow.code(),
        redirect_uri: flow.request.redirect_uri,
        code_verifier: flow.pkce.verifier,
      };
      const headers = { authorization: basic(each.clientId, each.secret ?? '') };
      expect((await call('issueToken', { body: new URLSearchParams(form), headers })).status).toBe(200);
    }
  });

  test.each([
    ['no code', { code: '' }, 'invalid_request', 400],
    ['no redirect URI', { redirect_uri: '' }, 'invalid_request', 400],
    ['no verifier', { code_verifier: '' }, 'invalid_request', 400],
    ['another verifier', { code_verifier: 'v'.repeat(43) }, 'invalid_grant', 400],
    ['a verifier that is too short', { code_verifier: 'v'.repeat(42) }, 'invalid_grant', 400],
    ['a different redirect URI', { redirect_uri: 'https://platform.example/other' }, 'invalid_grant', 400],
    ['an invented code', { code: `svc_ac_${'0'.repeat(38)}` }, 'invalid_grant', 400],
    ['no secret', { client_secret: '' }, 'invalid_client', 401],
    ['a wrong secret', { client_secret: `svc_app_${'0'.repeat(38)}` }, 'invalid_client', 401],
    ['an unknown app', { client_id: 'app_0123456789ABCDEFGHJKMNPQRS' }, 'invalid_client', 401],
    ['another grant', { grant_type: 'client_credentials' }, 'unauthorized_client', 400],
    ['a password', { grant_type: 'password' }, 'unsupported_grant_type', 400],
  ])('is refused with %s, and still works afterwards', async (_, given, error, status) => {
    const flow = flowOf();
    const code = await flow.code();
    expect(await flow.redeem(code, given)).toMatchObject(refused(error, status));
    expect((await flow.redeem(code)).status).toBe(200);
  });

  test.each([
    [{ code: '', code_verifier: '' }, 'Missing: code, code_verifier.'],
    [{ redirect_uri: '' }, 'Missing: redirect_uri.'],
    [
      { code_verifier: 'v'.repeat(43) },
      'The code_verifier does not match the code_challenge in the authorization request.',
    ],
    [
      { redirect_uri: 'https://platform.example/other' },
      'The redirect_uri differs from the one in the authorization request.',
    ],
    [
      { code: `svc_ac_${'0'.repeat(38)}` },
      'The code is unknown, expired, already used or was issued to another client.',
    ],
  ])('tells its app why the code was refused: %j', async (given, error_description) => {
    const flow = flowOf();
    expect((await flow.redeem(await flow.code(), given)).body).toMatchObject({ error_description });
  });

  test("doesn't reveal its details to another app", async () => {
    const victim = flowOf();
    const attacker = flowOf(await newTestApp(stores, account.accountId));
    expect((await attacker.redeem(await victim.code())).body).toEqual({
      error: 'invalid_grant',
      error_description: 'The code is unknown, expired, already used or was issued to another client.',
    });
  });

  test("doesn't work for another app, or when another flow injects it", async () => {
    const victim = flowOf();
    const code = await victim.code();
    const attacker = flowOf(await newTestApp(stores, account.accountId));
    const verifier = { code_verifier: victim.pkce.verifier };
    expect(await attacker.redeem(code, verifier)).toMatchObject(refused('invalid_grant'));
    // The attacker's request uses the right app, but its verifier doesn't match the code's challenge.
    expect(await flowOf().redeem(code)).toMatchObject(refused('invalid_grant'));
    expect((await victim.redeem(code)).status).toBe(200);
  });

  test("doesn't work with a secret for a public app", async () => {
    const flow = flowOf(publicApp);
    const given = { client_secret: `svc_app_${'0'.repeat(38)}` };
    expect(await flow.redeem(await flow.code(), given)).toMatchObject(refused('invalid_client', 401));
  });

  test("can't be redeemed with a key", async () => {
    const { id, key } = await newKey(stores, account.accountId, 'management');
    const flow = flowOf();
    const given = { client_id: id, client_secret: key };
    expect(await flow.redeem(await flow.code(), given)).toMatchObject(refused('unauthorized_client'));
  });

  test('is refused in the URL', async () => {
    const flow = flowOf();
    const { status } = await call('issueToken', {
      query: { ...flow.client },
      body: new URLSearchParams({ grant_type: 'authorization_code', code: await flow.code() }),
    });
    expect(status).toBe(400);
  });

  test('can be redeemed by only one of three concurrent requests', async () => {
    const flow = flowOf();
    const code = await flow.code();
    const responses = await Promise.all([1, 2, 3].map(() => flow.redeem(code)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('revokes the tokens from its first use when it is used a second time, and writes an audit row', async () => {
    const flow = flowOf();
    const code = await flow.code();
    const { body } = await flow.redeem(code);
    const connection = await idOf(body.access_token);
    expect(await flow.redeem(code)).toMatchObject(refused('invalid_grant'));
    expect(await read(body.access_token)).toBe(401);
    expect(await flow.refresh(body.refresh_token)).toMatchObject(refused('invalid_grant'));
    expect(await lastRow('issueToken')).toMatchObject({
      actor: { type: 'token', id: connection, name: 'Flows (ann@example.com)' },
      target: { type: 'connection', id: connection },
    });
  });

  test('revokes nothing when it is used again without its verifier', async () => {
    const flow = flowOf();
    const code = await flow.code();
    const { body } = await flow.redeem(code);
    await flow.redeem(code, { code_verifier: 'v'.repeat(43) });
    expect(await read(body.access_token)).toBe(200);
  });
});

describe('a refresh token', () => {
  test('returns new tokens while the previous access token stays valid for its hour', async () => {
    const flow = flowOf();
    const first = await flow.connect();
    const { status, body } = await flow.refresh(first.refresh);
    expect([status, body.scope]).toEqual([200, 'read write']);
    expect(body.refresh_token).not.toBe(first.refresh);
    expect(await Promise.all([read(first.access), read(body.access_token)])).toEqual([200, 200]);
    expect((await flow.refresh(body.refresh_token)).status).toBe(200);
  });

  test('returns the same successor after a lost response and to concurrent requests', async () => {
    const flow = flowOf();
    const { refresh } = await flow.connect();
    const responses = await Promise.all([1, 2, 3].map(() => flow.refresh(refresh)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [next] = responses.map(({ body }) => body.refresh_token as string);
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect((await flow.refresh(next ?? '')).status).toBe(200);
  });

  test('ends the connection and all its tokens when it is used after its successor', async () => {
    const flow = flowOf();
    const first = await flow.connect();
    const second = (await flow.refresh(first.refresh)).body;
    const third = (await flow.refresh(second.refresh_token)).body;
    expect(await flow.refresh(first.refresh)).toMatchObject(refused('invalid_grant'));
    expect(await read(third.access_token)).toBe(401);
    expect(await flow.refresh(third.refresh_token)).toMatchObject(refused('invalid_grant'));
  });

  test('ends the connection when it is used more than a minute after its replacement', async () => {
    const flow = flowOf();
    const first = await flow.connect();
    const second = (await flow.refresh(first.refresh)).body;
    await age(await idOf(first.access), 'SET #family.previous.rotated_at = :at', Date.now() - 61_000);
    expect(await flow.refresh(first.refresh)).toMatchObject(refused('invalid_grant'));
    expect(await read(second.access_token)).toBe(401);
  });

  test('is refused after 30 days without use', async () => {
    const flow = flowOf();
    const { access, refresh } = await flow.connect();
    await age(await idOf(access), 'SET #family.expires_at = :at', Date.now() - 1);
    expect(await flow.refresh(refresh)).toMatchObject(refused('invalid_grant'));
  });

  test('returns fewer scopes on request, but never additional ones', async () => {
    const flow = flowOf();
    const { refresh } = await flow.connect();
    expect(await flow.refresh(refresh, { scope: 'read ingest' })).toMatchObject(refused('invalid_scope'));
    const { body } = await flow.refresh(refresh, { scope: 'read' });
    expect(body.scope).toBe('read');
    expect((await flow.refresh(body.refresh_token)).body.scope).toBe('read write');
  });

  test.each([
    ['another app', async () => newTestApp(stores, account.accountId)],
    ['a public app', () => Promise.resolve(publicApp)],
  ])('is refused for another client and stays valid: %s', async (_, other) => {
    const flow = flowOf();
    const { refresh } = await flow.connect();
    expect(await flowOf(await other()).refresh(refresh)).toMatchObject(refused('invalid_grant'));
    expect((await flow.refresh(refresh)).status).toBe(200);
  });

  test("needs a confidential app's secret", async () => {
    const flow = flowOf();
    const { refresh } = await flow.connect();
    expect(await flow.refresh(refresh, { client_secret: '' })).toMatchObject(refused('invalid_client', 401));
    expect(await flow.refresh('')).toMatchObject(refused('invalid_request'));
  });

  test('is never stored, and neither are access tokens, codes, or app secrets', async () => {
    const flow = flowOf();
    const tokens = await flow.connect();
    const connection_id = await idOf(tokens.access);
    const Key = { account_id: account.accountId, connection_id };
    const { Item } = await stores.db.send(new GetCommand({ TableName: stores.tables.connections, Key }));
    expect(JSON.stringify(Item)).not.toMatch(/svc_(?:rt|at|ac|app)_/);
  });
});

describe('an access token of an app', () => {
  test('shows which member it acts for', async () => {
    const { access } = await flowOf().connect();
    const { body } = await call('getMe', { key: access });
    expect(body).toEqual({
      type: 'token',
      id: expect.stringMatching(/^con_[0-9A-Z]{38}$/),
      name: 'Flows',
      scopes: ['read', 'write'],
      account: { id: account.accountId, name: 'Test', plan: 'pro', time_zone: null },
      member: { email: 'ann@example.com', role: 'owner', form_ids: null },
    });
  });

  test('can make the changes that its scopes allow, and the audit log names the app and the member', async () => {
    const { access } = await flowOf().connect();
    expect((await call('createForm', { key: access, body: { name: 'By an app' } })).status).toBe(201);
    expect(await lastRow('createForm')).toMatchObject({
      actor: { type: 'token', id: await idOf(access), name: 'Flows (ann@example.com)' },
    });
  });

  test('is refused by operations that allow only people and keys', async () => {
    const { access } = await flowOf().connect({ scope: 'ingest read write admin' });
    const responses: Answered[] = [
      await call('listApiKeys', { key: access }),
      await call('createApiKey', { key: access, body: { type: 'management', name: 'Mine' } }),
      await call('listMembers', { key: access }),
      await call('createSession', { key: access }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test("can submit only to its member's forms, and only with the ingest scope", async () => {
    const make = async (name: string) =>
      (await call('createForm', { key: account.key, body: { name } })).body as { id: string; slug: string };
    const [ours, other] = [await make('Ours'), await make('Other')];
    const editor = await signIn(stores, account.accountId, { role: 'editor', form_ids: [ours.id] });
    const { access } = await flowOf(app, editor).connect({ scope: 'ingest' });
    const post = async ({ slug }: { slug: string }) =>
      (await call('submitForm', { key: access, path: { slug }, body: { name: 'Ada' } })).status;
    expect([await post(ours), await post(other)]).toEqual([201, 403]);
    const enter = async (form: string) =>
      (
        await call('submitEntry', {
          key: access,
          path: { locale: 'de' },
          body: { form, fields: { name: 'Ada' } },
        })
      ).status;
    expect([await enter(ours.id), await enter(other.id), await enter(other.slug)]).toEqual([201, 404, 404]);
    expect(await read(access)).toBe(403);
  });

  test("is limited to its member's current role and forms from the next request on", async () => {
    const form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body.id;
    const editor = await signIn(stores, account.accountId, { role: 'editor' });
    const { access } = await flowOf(app, editor).connect();
    const change = (body: object) =>
      call('updateMember', { key: account.key, path: { id: editor.member.member_id }, body });
    const get = async () => (await call('getForm', { key: access, path: { id: form } })).status;
    const create = async () => (await call('createForm', { key: access, body: { name: 'New' } })).status;
    expect([await get(), await create()]).toEqual([200, 201]);
    await change({ role: 'viewer' });
    expect([await get(), await create()]).toEqual([200, 403]);
    const other = (await call('createForm', { key: account.key, body: { name: 'Else' } })).body.id;
    await change({ form_ids: [other] });
    expect(await get()).toBe(404);
    await change({ role: 'editor', form_ids: null });
    expect([await get(), await create()]).toEqual([200, 201]);
  });

  test('stops working when its member is removed', async () => {
    const editor = await signIn(stores, account.accountId, { role: 'editor' });
    const flow = flowOf(app, editor);
    const { access, refresh } = await flow.connect();
    const connection_id = await idOf(access);
    await call('removeMember', { key: account.key, path: { id: editor.member.member_id } });
    expect(await read(access)).toBe(401);
    expect(await flow.refresh(refresh)).toMatchObject(refused('invalid_grant'));
    const Key = { account_id: account.accountId, connection_id };
    const { Item } = await stores.db.send(new GetCommand({ TableName: stores.tables.connections, Key }));
    expect(Item).toBeUndefined();
  });

  test('is refused while the account is suspended', async () => {
    const other = await newAccount(stores);
    const member = await signIn(stores, other.accountId, { role: 'owner' });
    const { access } = await flowOf(publicApp, member).connect();
    await stores.db.send(
      new UpdateCommand({
        TableName: stores.tables.accounts,
        Key: { account_id: other.accountId },
        UpdateExpression: 'SET suspended_at = :now',
        ExpressionAttributeValues: { ':now': new Date().toISOString() },
      }),
    );
    const { status, body } = await call('listForms', { key: access });
    expect([status, body.type]).toEqual([403, 'http://api.test/problems/account-suspended']);
  });
});

describe('revoking', () => {
  test('revokes only the access token that it is sent', async () => {
    const flow = flowOf();
    const { access, refresh } = await flow.connect();
    expect((await flow.revoke(access)).status).toBe(200);
    expect(await read(access)).toBe(401);
    expect((await flow.refresh(refresh)).status).toBe(200);
  });

  test('ends the connection if it is sent a refresh token, and writes an audit row', async () => {
    const flow = flowOf();
    const { access, refresh } = await flow.connect();
    const connection = await idOf(access);
    expect((await flow.revoke(refresh)).status).toBe(200);
    expect(await read(access)).toBe(401);
    expect(await lastRow('revokeToken')).toMatchObject({
      actor: { type: 'token', id: connection, name: 'Flows (ann@example.com)' },
      target: { type: 'connection', id: connection },
    });
    expect((await flow.revoke(refresh)).status).toBe(200);
  });

  test.each(['access', 'refresh'] as const)("refuses another app's %s token", async (kind) => {
    const tokens = await flowOf().connect();
    expect(await flowOf(publicApp).revoke(tokens[kind])).toMatchObject(refused('invalid_grant'));
    expect(await read(tokens.access)).toBe(200);
  });

  test('accepts an unknown token', async () => {
    expect((await flowOf().revoke('something')).status).toBe(200);
  });
});

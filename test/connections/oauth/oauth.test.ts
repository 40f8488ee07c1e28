import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { oauthMetadata } from '../../../lambdas/connections/oauth/oauth.ts';
import { newAccessToken } from '../../../lambdas/auth/access-token.ts';
import { parseCredential } from '../../../lambdas/auth/principal.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { newAccount, newKey, type TestAccount } from '../../support/samples/accounts.ts';
import { handlersOn, type Answered } from '../../support/service/handlers.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let manager: { id: string; key: string };
let submitter: { id: string; key: string };

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await newAccount(stores);
  submitter = await newKey(stores, account.accountId, 'submission');
});
afterAll(() => stores.stop());
beforeEach(async () => {
  manager = await newKey(stores, account.accountId, 'management');
});

const basic = ({ id, key }: { id: string; key: string }) =>
  `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
const post = (
  operation: 'issueToken' | 'revokeToken',
  form: Record<string, string>,
  client: { id: string; key: string } | undefined,
): Promise<Answered> =>
  call(operation, {
    body: new URLSearchParams(form),
    ...(client && { headers: { authorization: basic(client) } }),
  });
const issue = (form: Record<string, string> = {}, client: typeof manager | undefined = manager) =>
  post('issueToken', { grant_type: 'client_credentials', ...form }, client);
const tokenOf = async (scope: string, client = manager): Promise<string> =>
  (await issue({ scope }, client)).body.access_token;

describe('POST /oauth/token', () => {
  test("issues a token with all of the key's scopes", async () => {
    const { status, headers, body } = await issue();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
    expect(body).toEqual({
      access_token: expect.stringMatching(/^svc_at_[0-9A-Za-z]{38}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'ingest read write admin',
    });
  });

  test('accepts the credentials in the form body', async () => {
    const form = { client_id: manager.id, client_secret: manager.key, scope: 'read' };
    const { status, body } = await post(
      'issueToken',
      { grant_type: 'client_credentials', ...form },
      undefined,
    );
    expect([status, body.scope]).toEqual([200, 'read']);
  });

  test('gives a submission key only the ingest scope', async () => {
    expect((await issue({}, submitter)).body.scope).toBe('ingest');
    expect((await issue({ scope: 'read' }, submitter)).body.error).toBe('invalid_scope');
  });

  test("stores only the token's hash and its expiry", async () => {
    const token = await tokenOf('read');
    const credential = parseCredential(`Bearer ${token}`)!;
    const { Item } = await stores.db.send(
      new GetCommand({ TableName: stores.tables.accessTokens, Key: { token_hash: credential.hash } }),
    );
    expect(Item).toMatchObject({ key_id: manager.id, scopes: ['read'] });
    expect(JSON.stringify(Item)).not.toContain(token);
    expect(Item!['expires_at'] - Date.now() / 1000).toBeGreaterThan(3590);
  });

  test.each([
    ['an unsupported grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant type', { grant_type: '' }, 400, 'invalid_request'],
    ['an unknown scope', { scope: 'read owner' }, 400, 'invalid_scope'],
    ['credentials in two places', { client_id: 'x', client_secret: 'y' }, 400, 'invalid_request'],
  ])('refuses %s', async (_, form, status, error) => {
    const response = await issue(form);
    expect(response.status).toBe(status);
    expect(response.body).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
    });
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect(response.headers['content-type']).toBe('application/json');
  });

  test('refuses an unknown client with a challenge', async () => {
    const wrong = { id: manager.id, key: submitter.key };
    const response = await issue({}, wrong);
    expect([response.status, response.body.error]).toEqual([401, 'invalid_client']);
    expect(response.headers['www-authenticate']).toMatch(/^Basic realm=/);
    const none = await post('issueToken', { grant_type: 'client_credentials' }, undefined);
    expect([none.status, none.body.error]).toEqual([401, 'invalid_client']);
  });

  test("grants exactly the key's scopes", async () => {
    const few = await newKey(stores, account.accountId, 'management', { scopes: ['read', 'write'] });
    expect((await issue({}, few)).body.scope).toBe('read write');
    expect((await issue({ scope: 'read' }, few)).body.scope).toBe('read');
    for (const scope of ['admin', 'read admin', 'ingest']) {
      expect((await issue({ scope }, few)).body.error).toBe('invalid_scope');
    }
  });

  test('issues a token that expires with its key', async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const short = await newKey(stores, account.accountId, 'management', { expires_at });
    const { body } = await issue({}, short);
    expect(body.expires_in).toBeGreaterThan(50);
    expect(body.expires_in).toBeLessThanOrEqual(60);
  });

  test('refuses an expired key', async () => {
    const expires_at = new Date(Date.now() - 1000).toISOString();
    const expired = await newKey(stores, account.accountId, 'management', { expires_at });
    const { status, body } = await issue({}, expired);
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  test('refuses a revoked key', async () => {
    await call('revokeApiKey', { key: account.key, path: { id: manager.id } });
    expect((await issue()).body.error).toBe('invalid_client');
  });

  test("refuses a body that isn't form-encoded", async () => {
    const response = await call('issueToken', { body: { grant_type: 'client_credentials' } });
    expect([response.status, response.body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('an access token', () => {
  test('needs the read scope to read and the write scope to write', async () => {
    const reader = await tokenOf('read');
    expect((await call('listForms', { key: reader })).status).toBe(200);
    const refused = await call('createForm', { key: reader, body: { name: 'Contact' } });
    expect(refused).toMatchObject({ status: 403, body: { type: 'http://api.test/problems/forbidden' } });
    expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="write"');
    const writer = await tokenOf('write');
    expect((await call('createForm', { key: writer, body: { name: 'Contact' } })).status).toBe(201);
    expect((await call('listForms', { key: writer })).status).toBe(403);
  });

  test("works only for its key's account", async () => {
    const form = (await call('createForm', { key: account.key, body: { name: 'Ours' } })).body;
    const other = await newAccount(stores);
    const theirs = await newKey(stores, other.accountId, 'management');
    const token = await tokenOf('read', theirs);
    expect((await call('getForm', { key: token, path: { id: form.id } })).status).toBe(404);
  });

  test("can submit to the account's forms only with the ingest scope", async () => {
    const { slug } = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
    const submit = (key: string) => call('submitForm', { key, path: { slug }, body: { name: 'Ada' } });
    expect((await submit(await tokenOf('ingest', submitter))).status).toBe(201);
    expect((await submit(await tokenOf('ingest'))).status).toBe(201);
    const invalid = { status: 403, body: { type: 'http://api.test/problems/invalid-key' } };
    expect(await submit(await tokenOf('read write'))).toMatchObject(invalid);
    const other = await newAccount(stores);
    const theirs = await newKey(stores, other.accountId, 'submission');
    expect(await submit(await tokenOf('ingest', theirs))).toMatchObject(invalid);
  });

  test('updates the last-used time of its key', async () => {
    const unused = await newKey(stores, account.accountId, 'management');
    const { token, stored } = newAccessToken(
      { key_id: unused.id, key_hash: hashOf(unused.key) },
      ['admin'],
      Date.now(),
      systemRandom,
    );
    await stores.db.send(new PutCommand({ TableName: stores.tables.accessTokens, Item: stored }));
    const [first] = (await call('listApiKeys', { key: token, query: { limit: '1' } })).body.data;
    const [again] = (await call('listApiKeys', { key: token, query: { limit: '1' } })).body.data;
    expect([first.id, again.id]).toEqual([unused.id, unused.id]);
    expect(again.last_used_at).toMatch(/Z$/);
  });

  test('stops working everywhere when its key is revoked', async () => {
    const { slug } = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
    const token = await tokenOf('ingest read');
    await call('revokeApiKey', { key: account.key, path: { id: manager.id } });
    const response = await call('listForms', { key: token });
    expect(response).toMatchObject({ status: 401, body: { type: 'http://api.test/problems/unauthorized' } });
    expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    const post = await call('submitForm', { key: token, path: { slug }, body: { name: 'Ada' } });
    expect(post.body.type).toBe('http://api.test/problems/invalid-key');
  });
});

describe('POST /oauth/revoke', () => {
  test('revokes a token immediately', async () => {
    const token = await tokenOf('read');
    const response = await post('revokeToken', { token, token_type_hint: 'refresh_token' }, manager);
    expect(response).toMatchObject({ status: 200, body: undefined });
    expect((await call('listForms', { key: token })).status).toBe(401);
  });

  test.each(['unknown', 'svc_at_unknown'])('accepts the unknown token %s', async (token) => {
    expect((await post('revokeToken', { token }, manager)).status).toBe(200);
  });

  test('accepts a repeated request', async () => {
    const token = await tokenOf('read');
    await post('revokeToken', { token }, manager);
    expect((await post('revokeToken', { token }, manager)).status).toBe(200);
  });

  test("doesn't revoke another client's token", async () => {
    const token = await tokenOf('read');
    const response = await post('revokeToken', { token }, submitter);
    expect([response.status, response.body.error]).toEqual([400, 'invalid_grant']);
    expect((await call('listForms', { key: token })).status).toBe(200);
  });

  test('requires client authentication', async () => {
    const token = await tokenOf('read');
    const response = await post('revokeToken', { token }, undefined);
    expect([response.status, response.body.error]).toEqual([401, 'invalid_client']);
    expect((await call('listForms', { key: token })).status).toBe(200);
  });

  test('requires a token', async () => {
    expect((await post('revokeToken', {}, manager)).body.error).toBe('invalid_request');
  });
});

describe('the metadata', () => {
  const KEYS = {
    issuer: 'http://api.test',
    token_endpoint: 'http://api.test/oauth/token',
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    revocation_endpoint: 'http://api.test/oauth/revoke',
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    response_modes_supported: [],
    code_challenge_methods_supported: [],
    authorization_response_iss_parameter_supported: false,
    client_id_metadata_document_supported: false,
    scopes_supported: ['ingest', 'read', 'write'],
  };

  test('lists the endpoints and how apps are authorized', async () => {
    const { status, headers, body } = await call('getOauthMetadata');
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(body).toEqual({
      ...KEYS,
      authorization_endpoint: 'http://api.test/oauth/authorize',
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  test('lists only the available endpoints when sign-in is off', () => {
    expect(oauthMetadata('http://api.test', false)).toEqual(KEYS);
  });

  test.each([undefined, '/.well-known/oauth-protected-resource/mcp'])(
    'of the MCP endpoint names the endpoint and this server: %s',
    async (at) => {
      const { status, headers, body } = await call('getProtectedResource', at === undefined ? {} : { at });
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(body).toEqual({
        resource: 'http://api.test/mcp',
        authorization_servers: ['http://api.test'],
        scopes_supported: ['read', 'write'],
        bearer_methods_supported: ['header'],
      });
    },
  );
});

function hashOf(key: string): string {
  return parseCredential(`Bearer ${key}`)!.hash;
}

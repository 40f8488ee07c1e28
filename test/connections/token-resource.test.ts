/** Tests access tokens that are bound to the MCP endpoint (RFC 8707). */
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { appFlow, hiddenFields, newTestApp, type TestApp } from '../support/samples/apps.ts';
import { signIn, type SignedIn } from '../support/samples/people.ts';
import { BASE_URL, handlersOn } from '../support/service/handlers.ts';
import { gatewayEvent } from '../support/service/gateway-event.ts';

const MCP = 'http://api.test/mcp';
const CHALLENGE =
  'resource_metadata="http://api.test/.well-known/oauth-protected-resource/mcp", scope="read write"';
const OTHER_RESOURCES = [
  'http://api.test',
  'http://api.test/',
  'http://api.test/MCP',
  'http://API.test/mcp',
  'HTTP://api.test/mcp',
  'http://api.test/mcp/',
  'http://api.test/mcp#tools',
  'http://api.test/mcp?a=b',
  'http://api.test/v1',
  'https://evil.example/mcp',
  'mcp',
];

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let owner: SignedIn;
let app: TestApp;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await newAccount(stores);
  owner = await signIn(stores, account.accountId, { role: 'owner', email: 'ann@example.com' });
  app = await newTestApp(stores, account.accountId);
});
afterAll(() => stores.stop());

const flowOf = () => appFlow(call, app, owner.cookies);
const read = (key: string) => call('listForms', { key });
const issue = async (form: Record<string, string>, type: 'management' | 'submission' = 'management') => {
  const { id, key } = await newKey(stores, account.accountId, type);
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: key,
    ...form,
  });
  return call('issueToken', { body });
};

/** Authenticates a request to the MCP endpoint. Returns the principal, or the error's name and challenge. */
async function atMcp(headers: Record<string, string>, cookies: readonly string[] = []) {
  const { mcpCallersOf, mcpChallenge } = await import('../../lambdas/auth/mcp-caller.ts');
  const event = gatewayEvent({ method: 'POST', path: '/mcp', headers, cookies });
  const tasks: Promise<void>[] = [];
  try {
    return await mcpCallersOf(stores.db)(event, (task) => tasks.push(task));
  } catch (error) {
    return { refused: (error as Error).name, challenge: mcpChallenge(error, BASE_URL) };
  } finally {
    await Promise.all(tasks);
  }
}
const withToken = (token: string) => atMcp({ authorization: `Bearer ${token}` });

describe('an authorization request', () => {
  test('binds the connection and all its tokens to the MCP endpoint', async () => {
    const flow = flowOf();
    const { access, refresh } = await flow.connect({ resource: MCP });
    expect(await withToken(access)).toMatchObject({ type: 'connection', scopes: ['read', 'write'] });
    const again = (await flow.refresh(refresh)).body;
    expect(await withToken(again.access_token)).toMatchObject({ type: 'connection' });
    const named = (await flow.refresh(again.refresh_token, { resource: MCP })).body;
    expect(await withToken(named.access_token)).toMatchObject({ type: 'connection' });
    for (const token of [access, again.access_token, named.access_token]) {
      const { status, headers } = await read(token);
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
    }
  });

  test('is only for the API if it has no resource', async () => {
    const { access } = await flowOf().connect();
    expect((await read(access)).status).toBe(200);
    expect(await withToken(access)).toEqual({
      refused: 'InvalidToken',
      challenge: `Bearer error="invalid_token", ${CHALLENGE}`,
    });
  });

  test('treats an empty resource as missing', async () => {
    const flow = flowOf();
    const query = { ...flow.request, resource: '' };
    const { text } = await call('askConsent', { query, cookies: owner.cookies });
    expect(hiddenFields(text)).not.toHaveProperty('resource');
  });

  test.each(OTHER_RESOURCES)('is refused for the resource %s', async (resource) => {
    const { status, headers } = await flowOf().ask({ resource });
    expect(status).toBe(302);
    const { origin, searchParams } = new URL(headers['location'] ?? '');
    expect([origin, searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')]).toEqual([
      'https://platform.example',
      'invalid_target',
      'some state/of=the&app',
      'http://api.test',
    ]);
  });

  test('keeps the resource during sign-in', async () => {
    const query = { ...flowOf().request, resource: MCP };
    const first = await call('askConsent', { query });
    expect(first.text).toContain('resource=http%3A%2F%2Fapi.test%2Fmcp');
    const second = await call('askConsent', { query: { ...query, svc_step: 'again' } });
    const signInUrl = new URL(second.headers['location'] ?? '', BASE_URL);
    const returnTo = new URL(signInUrl.searchParams.get('return_to') ?? '', BASE_URL);
    expect(returnTo.searchParams.get('resource')).toBe(MCP);
  });

  test("can't be answered for a resource that the page didn't ask about", async () => {
    const flow = flowOf();
    const fields = hiddenFields((await flow.ask()).text);
    const added = await flow.answer({ ...fields, resource: MCP, decision: 'allow' });
    expect([added.status, added.headers['location']]).toEqual([403, undefined]);
    const { resource: _, ...without } = hiddenFields((await flow.ask({ resource: MCP })).text);
    const removed = await flow.answer({ ...without, decision: 'allow' });
    expect([removed.status, removed.headers['location']]).toEqual([403, undefined]);
  });
});

describe('a token request', () => {
  const REFUSED = { status: 400, body: { error: 'invalid_target' } };

  test("with a code is refused for a resource that wasn't authorized, and the code stays valid", async () => {
    const flow = flowOf();
    const unbound = await flow.code();
    expect(await flow.redeem(unbound, { resource: MCP })).toMatchObject(REFUSED);
    const bound = await flow.code({ resource: MCP });
    for (const resource of OTHER_RESOURCES)
      expect(await flow.redeem(bound, { resource })).toMatchObject(REFUSED);
    expect((await flow.redeem(unbound)).status).toBe(200);
    const { body } = await flow.redeem(bound, { resource: MCP });
    expect(await withToken(body.access_token)).toMatchObject({ type: 'connection' });
  });

  test('with a refresh token is refused for another resource, and the refresh token stays valid', async () => {
    const flow = flowOf();
    const unbound = (await flow.connect()).refresh;
    expect(await flow.refresh(unbound, { resource: MCP })).toMatchObject(REFUSED);
    expect((await flow.refresh(unbound)).status).toBe(200);
    const bound = (await flow.connect({ resource: MCP })).refresh;
    expect(await flow.refresh(bound, { resource: 'http://api.test' })).toMatchObject(REFUSED);
    expect((await flow.refresh(bound)).status).toBe(200);
  });

  test('can bind its token if it uses a management key', async () => {
    const { status, body } = await issue({ resource: MCP, scope: 'read' });
    expect(status).toBe(200);
    expect(await withToken(body.access_token)).toMatchObject({ type: 'token', scopes: ['read'] });
    expect((await read(body.access_token)).status).toBe(401);
    const { body: unbound } = await issue({});
    expect(await withToken(unbound.access_token)).toMatchObject({ refused: 'InvalidToken' });
  });

  test.each(OTHER_RESOURCES)('is refused for a management key and the resource %s', async (resource) => {
    expect(await issue({ resource })).toMatchObject(REFUSED);
  });

  test('must not name more than one resource', async () => {
    const { id, key } = await newKey(stores, account.accountId, 'management');
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: key, resource: MCP };
    const body = new URLSearchParams(form);
    body.append('resource', MCP);
    expect(await call('issueToken', { body })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });
});

describe('a request to the MCP endpoint', () => {
  test('is accepted with a management key', async () => {
    expect(await withToken(account.key)).toMatchObject({ type: 'key', key_type: 'management' });
  });

  test.each([
    ['nothing', {}],
    ['a made-up key', { authorization: `Bearer svc_mgmt_${'0'.repeat(38)}` }],
    ['another scheme', { authorization: 'Basic YTpi' }],
  ])('is told where to get a token if it sends %s', async (_, headers) => {
    expect(await atMcp(headers)).toEqual({ refused: 'Unauthorized', challenge: `Bearer ${CHALLENGE}` });
  });

  test("isn't accepted with a session cookie", async () => {
    const headers = { origin: BASE_URL };
    expect(await atMcp(headers, owner.cookies)).toMatchObject({ refused: 'Unauthorized' });
  });

  test("isn't accepted with a submission key or its token", async () => {
    const { key } = await newKey(stores, account.accountId, 'submission');
    expect(await withToken(key)).toEqual({ refused: 'Forbidden', challenge: undefined });
    const { body } = await issue({ resource: MCP }, 'submission');
    expect(await withToken(body.access_token)).toEqual({
      refused: 'InsufficientScope',
      challenge: `Bearer error="insufficient_scope", ${CHALLENGE}`,
    });
  });

  test("isn't accepted after the connection ended", async () => {
    const flow = flowOf();
    const { access, refresh } = await flow.connect({ resource: MCP });
    await flow.revoke(refresh);
    expect(await withToken(access)).toMatchObject({ refused: 'InvalidToken' });
  });
});

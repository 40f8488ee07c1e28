/** Tests connecting apps that use the URL of a metadata document as their client id. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageFaults } from '../../support/browser/accessible-page.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';
import { newAccount, type TestAccount } from '../../support/samples/accounts.ts';
import { appFlow, hiddenFields } from '../../support/samples/apps.ts';
import { signIn, type SignedIn } from '../../support/samples/people.ts';
import { BASE_URL, handlersOn } from '../../support/service/handlers.ts';

const CLAUDE = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
const CLAUDE_URI = 'https://claude.ai/api/mcp/auth_callback';
const LOOPBACK_URI = 'http://127.0.0.1:49152/callback';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let owner: SignedIn;
let server: Server;
let clientId: string;
let loads: number;
let documentBody: (id: string) => unknown;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, { ALLOW_HTTP_WEBHOOKS: 'true', ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true' });
  account = await newAccount(stores);
  owner = await signIn(stores, account.accountId, { role: 'owner', email: 'ann@example.com' });
  server = createServer((request, response) => {
    loads += 1;
    const body = JSON.stringify(documentBody(`http://${request.headers.host}${request.url}`));
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await stores.stop();
});
let count = 0;
beforeEach(() => {
  count += 1;
  // A new URL for each test, because the service caches documents.
  clientId = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${count}.json`;
  loads = 0;
  documentBody = (client_id) => ({
    client_id,
    client_name: 'Robo & Co',
    redirect_uris: ['http://127.0.0.1/callback', 'https://robo.example/callback'],
  });
});

const flowOf = (id = clientId, cookies: readonly string[] = owner.cookies) =>
  appFlow(call, { clientId: id, secret: undefined }, cookies);
const given = { redirect_uri: LOOPBACK_URI };

describe('the consent page', () => {
  test('says what name the app uses and where the browser will return to', async () => {
    const { status, text } = await flowOf().ask(given);
    expect(status).toBe(200);
    expect(text).toMatch(/The app says it is .*Robo &amp; Co/);
    expect(text).toContain('127.0.0.1:49152');
    expect(text).toMatch(/<h1[^>]*>Allow an app to access the account/);
    expect(await pageFaults(text)).toEqual([]);
  });

  test.each([
    ['de', 'Die App gibt an, '],
    ['es', 'La aplicación dice ser '],
    ['it', 'L’app dichiara di essere '],
    ['ru', 'Приложение представилось как '],
  ])("shows the app's claimed name in %s", async (language, expected) => {
    const { request } = flowOf(CLAUDE);
    const { text } = await call('askConsent', {
      query: { ...request, redirect_uri: CLAUDE_URI },
      cookies: owner.cookies,
      headers: { 'accept-language': language },
    });
    expect(text).toContain(expected);
    expect(text).toContain('claude.ai');
  });

  test('loads the document only after the person has signed in', async () => {
    const { request } = flowOf();
    const query = { ...request, ...given };
    const first = await call('askConsent', { query });
    expect(first.status).toBe(200);
    const second = await call('askConsent', { query: { ...query, svc_step: 'again' } });
    const returnTo = new URL(second.headers['location'] ?? '', BASE_URL).searchParams.get('return_to') ?? '';
    expect(new URL(returnTo, BASE_URL).searchParams.get('client_id')).toBe(clientId);
    expect(await flowOf(clientId, ['svc-session=made-up']).ask(given)).toMatchObject({ status: 200 });
    await flowOf(clientId, []).answer({ ...query, token: 'x', decision: 'allow' });
    expect(loads).toBe(0);
    await flowOf().ask(given);
    expect(loads).toBe(1);
  });

  test.each([
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.example/callback' }],
    ['no redirect URI', { redirect_uri: '' }],
    ['a loopback URI with a different path', { redirect_uri: 'http://127.0.0.1:49152/other' }],
    ['a secret in the URL', { ...given, client_secret: 'svc_app_secret' }],
  ])("doesn't redirect a request with %s", async (_, wrong) => {
    for (const cookies of [owner.cookies, []]) {
      const { headers } = await flowOf(clientId, cookies).ask(wrong);
      expect(headers['location'] ?? '').not.toContain('evil.example');
      expect(headers['location'] ?? '').not.toContain('svc_app_secret');
    }
  });

  test('says that the app is unknown if its document is not valid', async () => {
    documentBody = () => ({ client_id: CLAUDE, client_name: 'Claude', redirect_uris: [LOOPBACK_URI] });
    const { status, headers, text } = await flowOf().ask(given);
    expect([status, headers['location']]).toEqual([400, undefined]);
    expect(text).toContain('We couldn’t verify the app');
    expect(await pageFaults(text)).toEqual([]);
  });

  test.each(['https://agent.example/client.json', `https://agent.example/${'a'.repeat(490)}`])(
    'explains that the app is unknown if its document is on the internet: %s',
    async (id) => {
      const { status, text } = await flowOf(id).ask(given);
      expect(status).toBe(400);
      expect(text).toContain('We couldn’t verify the app');
    },
  );

  test('rejects a client id of 513 characters', async () => {
    const id = `https://agent.example/${'a'.repeat(491)}`;
    const { status, text } = await flowOf(id).ask(given);
    expect(status).toBe(400);
    expect(text).toContain('The app’s request is invalid');
  });

  test('keeps a client id of 512 characters during sign-in', async () => {
    const id = `https://agent.example/${'a'.repeat(490)}`;
    const { request } = flowOf(id);
    const query = { ...request, ...given, resource: 'http://api.test/mcp', svc_step: 'again' };
    const { status, headers } = await call('askConsent', { query });
    expect(status).toBe(302);
    expect(headers['location']).toContain(encodeURIComponent(encodeURIComponent(id)));
  });
});

describe('a connection', () => {
  test('allows reading, refreshing, and revoking, and loads the document only once', async () => {
    const flow = flowOf();
    const code = await flow.code(given);
    const { status, body } = await flow.redeem(code, given);
    expect([status, body.scope]).toEqual([200, 'read write']);
    expect((await call('listForms', { key: body.access_token })).status).toBe(200);
    const { body: list } = await call('listConnections', { key: account.key });
    expect(list.data[0]).toMatchObject({ client_id: clientId, app_name: 'Robo & Co' });
    const { body: next } = await flow.refresh(body.refresh_token);
    expect((await call('listForms', { key: next.access_token })).status).toBe(200);
    expect((await flow.revoke(next.refresh_token)).status).toBe(200);
    expect((await call('listForms', { key: next.access_token })).status).toBe(401);
    expect(loads).toBe(1);
  });

  test('ends when the member disconnects it', async () => {
    const flow = flowOf(CLAUDE);
    const uri = { redirect_uri: CLAUDE_URI };
    const { body } = await flow.redeem(await flow.code(uri), uri);
    const { id } = (await call('getMe', { key: body.access_token })).body;
    expect((await call('deleteConnection', { key: account.key, path: { id } })).status).toBe(204);
    expect((await call('getMe', { key: body.access_token })).status).toBe(401);
    expect((await flow.refresh(body.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test("can't be made with a secret or with another app's code", async () => {
    const flow = flowOf();
    const code = await flow.code(given);
    const secret = { ...given, client_secret: `svc_app_${'0'.repeat(38)}` };
    expect(await flow.redeem(code, secret)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const other = { ...given, client_id: CLAUDE };
    expect(await flow.redeem(code, other)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await flow.redeem(code, given)).status).toBe(200);
  });

  test("can't use client credentials", async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId });
    expect((await call('issueToken', { body })).body).toMatchObject({ error: 'unauthorized_client' });
  });

  test('is limited to the forms that the member selected', async () => {
    const form = (await call('createForm', { key: account.key, body: { name: 'Only' } })).body.id as string;
    await call('createForm', { key: account.key, body: { name: 'Hidden' } });
    const flow = flowOf();
    const page = await flow.ask(given);
    expect(page.text).toContain(`<input type="checkbox" name="${form}" value="${form}" />`);
    const code = await flow.code(given, [form]);
    const { body } = await flow.redeem(code, given);
    const { body: forms } = await call('listForms', { key: body.access_token });
    expect(forms.data.map(({ id }: { id: string }) => id)).toEqual([form]);
    // The page also works without its radio buttons.
    const fields = hiddenFields((await flow.ask(given)).text);
    const { headers } = await flow.answer({ ...fields, [form]: form, decision: 'allow' });
    const second = new URL(headers['location'] ?? '').searchParams.get('code') ?? '';
    const me = await call('getMe', { key: (await flow.redeem(second, given)).body.access_token });
    expect(me.body.member.form_ids).toEqual([form]);
  });

  test("can't be approved after the document changed its redirect URI", async () => {
    documentBody = (client_id) => ({
      client_id,
      client_name: 'Robo',
      redirect_uris: ['https://robo.example/'],
    });
    const { status, headers } = await flowOf().ask(given);
    expect([status, headers['location']]).toEqual([400, undefined]);
  });
});

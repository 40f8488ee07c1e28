/** Tests connecting an agent that isn't registered to a running service, from discovery to its tokens. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../local/free-port.ts';
import { signedIn } from '../support/platforms/app-connection.ts';
import { hiddenFields, newPkce } from '../support/samples/apps.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

const REDIRECT_URI = 'http://127.0.0.1:49152/callback';

let service: ServiceUnderTest;
let browser: Awaited<ReturnType<typeof signedIn>>;
let server: Server;
let clientId: string;
let loads = 0;
beforeAll(async () => {
  service = await sharedServiceAccount();
  await service.manage('POST', '/v1/members', { email: 'ann@example.com', role: 'owner' });
  browser = await signedIn(service, 'ann@example.com');
  server = createServer((_, response) => {
    loads += 1;
    const body = { client_id: clientId, client_name: 'Robo', redirect_uris: ['http://127.0.0.1/callback'] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  clientId = `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent.json`;
});
afterAll(() => server.close());

const discovered = async (path: string) => (await service.request(path)).json() as Promise<any>;

/** Requests consent, grants it for these forms, and redeems the code. */
async function connect(given: Record<string, string>, forms: readonly string[] = []) {
  const pkce = newPkce();
  const { authorization_endpoint, token_endpoint } = await discovered(
    '/.well-known/oauth-authorization-server',
  );
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    scope: 'read write',
    state: 'some-state',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    ...given,
  });
  const page = await browser.open(new URL(`${authorization_endpoint}?${query.toString()}`));
  const boxes = Object.fromEntries(forms.map((id) => [id, id]));
  const choice = forms.length > 0 ? { forms: 'chosen', ...boxes } : { forms: 'all' };
  const fields = { ...hiddenFields(page.text), ...choice, decision: 'allow' };
  const { location } = await browser.open(new URL(authorization_endpoint), fields);
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: location?.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: pkce.verifier,
    client_id: clientId,
  });
  const response = await service.request(token_endpoint, { method: 'POST', body });
  return { page: page.text, location, status: response.status, tokens: (await response.json()) as any };
}
const get = (path: string, token: string) =>
  service.request(path, { headers: { authorization: `Bearer ${token}` } });

test('the service describes its MCP endpoint and supports client metadata documents', async () => {
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
    expect(await discovered(path)).toEqual({
      resource: `${service.baseUrl}/mcp`,
      authorization_servers: [service.baseUrl],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
    });
  expect(await discovered('/.well-known/oauth-authorization-server')).toMatchObject({
    client_id_metadata_document_supported: true,
    scopes_supported: ['ingest', 'read', 'write'],
  });
});

test('an agent gets access to the forms that the member selected', async () => {
  const created = await service.manage('POST', '/v1/forms', { name: 'Only this one' });
  const { page, location, status, tokens } = await connect({}, [created.body.id]);
  expect(page).toMatch(/The app says it is .*Robo/);
  expect(page).toContain('127.0.0.1:49152');
  expect(location?.searchParams.get('iss')).toBe(service.baseUrl);
  expect([status, tokens.scope]).toEqual([200, 'read write']);
  const forms = (await (await get('/v1/forms', tokens.access_token)).json()) as any;
  expect(forms.data.map(({ id }: { id: string }) => id)).toEqual([created.body.id]);
  const { body } = await service.manage('GET', '/v1/connections');
  expect(body.data[0]).toMatchObject({ client_id: clientId, app_name: 'Robo', form_ids: [created.body.id] });
}, 30_000);

test("the protocol's conformance suite gets a token, with its scenarios for authorization servers", async () => {
  const suite = join(
    import.meta.dirname,
    '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
  );
  const options = ['--url', service.baseUrl, '--resource', `${service.baseUrl}/mcp`, '--client-id', clientId];
  const args = [
    'authorization',
    ...options,
    '--port',
    String(await freePort()),
    '--spec-version',
    '2026-07-28',
  ];
  const running = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(running, 'exit');
  let output = '';
  let isAsked = false;
  for await (const chunk of running.stdout) {
    output += String(chunk);
    const [, address] = /^(http\S+response_type=code\S+)$/m.exec(output) ?? [];
    if (address === undefined || isAsked) continue;
    isAsked = true;
    const page = await browser.open(new URL(address));
    const fields = { ...hiddenFields(page.text), forms: 'all', decision: 'allow' };
    const { location } = await browser.open(new URL('/oauth/authorize', service.baseUrl), fields);
    await fetchUnchecked(location ?? 'http://127.0.0.1:1/nowhere');
  }
  await ended;
  expect(output).toContain('✓ authorization-server-metadata-endpoint: 2 passed, 0 failed');
  expect(output).toContain('✓ authorization-code-grant: 1 passed, 0 failed');
}, 30_000);

const ping = (token: string) =>
  service.request('/mcp', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });

test("an agent's token for the MCP endpoint works there, but not with the API", async () => {
  const { status, tokens } = await connect({ resource: `${service.baseUrl}/mcp` });
  expect(status).toBe(200);
  expect((await ping(tokens.access_token)).status).toBe(200);
  const unbound = await ping((await connect({})).tokens.access_token);
  expect([unbound.status, unbound.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer error="invalid_token", resource_metadata="${service.baseUrl}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
  ]);
  const refused = await get('/v1/forms', tokens.access_token);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer error="invalid_token"',
  ]);
  const { location } = await connect({ resource: service.baseUrl });
  expect(location).toBeUndefined();
}, 30_000);

test('a tool that needs another scope makes an agent request it, and is hidden from a key', async () => {
  const { tokens } = await connect({ resource: `${service.baseUrl}/mcp`, scope: 'read' });
  expect(tokens.scope).toBe('read');
  const create = (token: string) =>
    service.request('/mcp', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'create_form', arguments: { name: 'New' } },
      }),
    });
  const refused = await create(tokens.access_token);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    403,
    `Bearer error="insufficient_scope", resource_metadata="${service.baseUrl}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
  ]);
  const key = await service.manage('POST', '/v1/api-keys', {
    name: 'Reader',
    type: 'management',
    scopes: ['read'],
  });
  const hidden = await create(key.body.key);
  expect([hidden.status, await hidden.json()]).toMatchObject([200, { id: 1, error: { code: -32602 } }]);
}, 30_000);

test('the document is loaded only once, and only for people who are signed in', async () => {
  const before = loads;
  const id = clientId.replace('agent', 'other');
  const query = new URLSearchParams({ client_id: id, redirect_uri: REDIRECT_URI, svc_step: 'again' });
  const response = await service.request(`/oauth/authorize?${query.toString()}`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/^\/console\/sign-in\?/),
  ]);
  expect([before, loads]).toEqual([1, 1]);
});

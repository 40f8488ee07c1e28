/** Tests loading metadata documents, from a local server and with hostile names and responses. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientDocuments } from '../../../lambdas/connections/client-documents/client-document-client.ts';
import { ExpiringCache } from '../../../lambdas/core/expiring-cache.ts';
import type { ConnectionConfig } from '../../../lambdas/outbound/guarded-connection.ts';

let server: Server;
let origin: string;
let answer: RequestListener;
let requests: { method: string | undefined; url: string | undefined; headers: object }[];
let at: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push({ method: request.method, url: request.url, headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  at = 0;
});

const local = () => clientDocuments({ isLocal: true, now: () => at, cache: new ExpiringCache(10) });
const documentOf = (path: string, more: object = {}) =>
  JSON.stringify({
    client_id: `${origin}${path}`,
    client_name: 'Agent',
    redirect_uris: ['http://127.0.0.1/callback'],
    ...more,
  });
const respond =
  (body: string, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

test('loads a document with one GET request', async () => {
  answer = respond(documentOf('/client.json?v=1'));
  expect(await local().find(`${origin}/client.json?v=1`)).toEqual({
    client_id: `${origin}/client.json?v=1`,
    name: 'Agent',
    redirect_uris: ['http://127.0.0.1/callback'],
  });
  expect(requests).toEqual([
    {
      method: 'GET',
      url: '/client.json?v=1',
      headers: expect.objectContaining({ accept: 'application/json' }),
    },
  ]);
});

test('reuses a document for as long as its headers allow', async () => {
  const documents = local();
  answer = respond(documentOf('/a'), { 'cache-control': 'max-age=60' });
  await documents.find(`${origin}/a`);
  at = 59_999;
  expect(await documents.find(`${origin}/a`)).toMatchObject({ name: 'Agent' });
  expect(requests).toHaveLength(1);
  at = 60_000;
  await documents.find(`${origin}/a`);
  expect(requests).toHaveLength(2);
});

test("doesn't reuse a document that must not be stored, or an error", async () => {
  const documents = local();
  answer = respond(documentOf('/b'), { 'cache-control': 'no-store' });
  await documents.find(`${origin}/b`);
  await documents.find(`${origin}/b`);
  answer = respond('{}', {}, 500);
  expect(await documents.find(`${origin}/b`)).toBeUndefined();
  answer = respond(documentOf('/b'));
  expect(await documents.find(`${origin}/b`)).toBeDefined();
  expect(requests).toHaveLength(4);
});

test('accepts 5 KB but not a byte more', async () => {
  const padded = (bytes: number) => documentOf('/c').padEnd(bytes, ' ');
  answer = respond(padded(5120));
  expect(await local().find(`${origin}/c`)).toBeDefined();
  answer = respond(padded(5121));
  expect(await local().find(`${origin}/c`)).toBeUndefined();
});

test.each<[string, () => RequestListener]>([
  ['another status', () => respond(documentOf('/d'), {}, 201)],
  ['another media type', () => respond(documentOf('/d'), { 'content-type': 'text/html' })],
  ['an encoded body', () => respond(documentOf('/d'), { 'content-encoding': 'gzip' })],
  ['the document of another URL', () => respond(documentOf('/other'))],
  ['a closed connection', () => (request) => request.socket.destroy()],
  [
    'an endless body',
    () => (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (response.write(' '.repeat(1024)));
      };
      response.on('drain', more);
      more();
    },
  ],
])('rejects a response with %s', async (_, response) => {
  answer = response();
  expect(await local().find(`${origin}/d`)).toBeUndefined();
  expect(requests).toHaveLength(1);
});

test("doesn't follow redirects", async () => {
  answer = (request, response) =>
    request.url === '/e'
      ? response.writeHead(302, { location: `${origin}/f` }).end()
      : respond(documentOf('/e'))(request, response);
  expect(await local().find(`${origin}/e`)).toBeUndefined();
  expect(requests).toHaveLength(1);
});

test('gives up after 5 seconds, even if bytes keep arriving', async () => {
  let timer: NodeJS.Timeout | undefined;
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    timer = setInterval(() => response.write(' '), 200);
  };
  const startedAt = performance.now();
  expect(await local().find(`${origin}/slow`)).toBeUndefined();
  clearInterval(timer);
  const ms = performance.now() - startedAt;
  expect(ms).toBeGreaterThan(4900);
  expect(ms).toBeLessThan(9000);
}, 15_000);

describe('a local stage', () => {
  test('has built-in documents for well-known agents and loads nothing from the internet', async () => {
    const connection = {
      lookup: () => Promise.reject(new Error('must not be called')),
      dial: () => {
        throw new Error('must not be called');
      },
    };
    const documents = clientDocuments({
      isLocal: true,
      now: () => at,
      cache: new ExpiringCache(10),
      connection,
    });
    const uris = async (url: string) => (await documents.find(url))?.redirect_uris;
    expect(await uris('https://chatgpt.com/oauth/client.json')).toEqual([
      'https://chatgpt.com/connector_platform_oauth_redirect',
    ]);
    expect(await documents.find('https://chatgpt.com/oauth/cb_4f-A9/client.json')).toEqual({
      client_id: 'https://chatgpt.com/oauth/cb_4f-A9/client.json',
      name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    });
    for (const other of ['a/b/client.json', 'a/other.json', '/client.json', 'a%2Fb/client.json'])
      expect(await uris(`https://chatgpt.com/oauth/${other}`)).toBeUndefined();
    expect(await uris('https://chatgpt.com/oauth/codex/client.json')).toContain('http://127.0.0.1/callback');
    expect(await uris('https://claude.ai/oauth/mcp-oauth-client-metadata')).toEqual([
      'https://claude.ai/api/mcp/auth_callback',
      'https://claude.com/api/mcp/auth_callback',
    ]);
    expect(await uris('https://claude.ai/oauth/claude-code-client-metadata')).toContain(
      'http://localhost/callback',
    );
    expect(await uris('https://vscode.dev/oauth/client-metadata.json')).toContain(
      'https://vscode.dev/redirect',
    );
    expect(await uris('https://agent.example/client.json')).toBeUndefined();
  });
});

describe('a deployed stage', () => {
  const dialed: unknown[] = [];
  const deployed = (addresses: string[]) => {
    const connection: Pick<ConnectionConfig, 'lookup' | 'dial'> = {
      lookup: () => Promise.resolve(addresses.map((address) => ({ address, family: 4 }))),
      dial: (options) => {
        dialed.push(options.host);
        throw new Error('no network');
      },
    };
    return clientDocuments({ isLocal: false, now: () => at, cache: new ExpiringCache(10), connection });
  };
  beforeEach(() => dialed.splice(0));

  test("doesn't connect to private addresses", async () => {
    for (const addresses of [['127.0.0.1'], ['169.254.169.254'], ['93.184.215.14', '10.0.0.1'], []])
      expect(await deployed(addresses).find('https://agent.example/client.json')).toBeUndefined();
    expect(dialed).toEqual([]);
  });

  test("doesn't load documents from the local machine", async () => {
    answer = respond(documentOf('/g'));
    expect(await deployed(['127.0.0.1']).find(`${origin}/g`)).toBeUndefined();
    expect(requests).toEqual([]);
  });

  test("uses its own copy of a well-known agent's document only if it can't be loaded", async () => {
    const found = await deployed(['93.184.215.14']).find('https://claude.ai/oauth/mcp-oauth-client-metadata');
    expect(dialed).toEqual(['claude.ai']);
    expect(found).toMatchObject({ name: 'Claude' });
    expect(await deployed(['93.184.215.14']).find('https://agent.example/client.json')).toBeUndefined();
  });
});

/** Tests the local server: the edge thread in front of a web function. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { EdgeServer, type Served } from '../../../local/edge/edge-server.ts';
import type { ApiRequest } from '../../../local/http/api-event.ts';
import { eventually } from '../../support/browser/eventually.ts';

/** A sample function that returns a different response for each path. By default, it returns the request. */
const WEB_FUNCTION = `
  import { createServer } from 'node:http';
  import { tmpdir } from 'node:os';
  const server = createServer(async (request, response) => {
    if (request.url === '/front/early') {
      response.writeHead(413, { connection: 'close' });
      response.end('too early');
      return;
    }
    if (request.url === '/front/destroy') {
      request.once('data', () => request.destroy());
      return;
    }
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url === '/front/crash') setTimeout(() => { throw new Error('out of order'); });
    if (request.url === '/front/slow') setTimeout(() => response.end('at last'), 200);
    if (request.url !== '/front/told') return;
    console.log('told');
    response.writeHead(200, { connection: 'close', 'x-own': '1' });
    response.end(JSON.stringify({
      headers: request.headers,
      raw: request.rawHeaders,
      body: Buffer.concat(chunks).toString(),
      variable: process.env.COLOUR,
      path: process.env.PATH ?? null,
      temporary: tmpdir(),
    }));
  });
  const [host, port] = process.env.AWS_LAMBDA_HTTP_ENDPOINT.split(':');
  await new Promise((resolve) => server.listen(Number(port), host, resolve));
`;

const folder = mkdtempSync(join(tmpdir(), 'svc-edge-'));
const errors: string[] = [];
const asked: ApiRequest[] = [];
const settled: unknown[] = [];
let server: EdgeServer;

/** Returns a configuration with a distribution that routes paths below `/front/` to the web function. */
function served(code: string, name: string): Served {
  const handler = `${name}.mjs`;
  writeFileSync(join(folder, handler), code);
  const webFunction = {
    ...{ name, folder, handler, domainName: 'front.example', endpointName: 'front-endpoint' },
    ...{ timeoutSeconds: 30, environment: { COLOUR: 'red', TMPDIR: '/of/the/function' }, role: undefined },
    logFile: join(folder, `${name}.log`),
  };
  const api = { originDomain: 'api.example', headers: { 'x-edge': 'secret' }, viewerFunction: undefined };
  const distribution = {
    domainName: 'edge.example',
    behaviors: [{ ...api, pattern: '/front/*', originDomain: 'front.example' }],
    defaultBehavior: api,
  };
  return {
    ...{ distribution, webFunction },
    api: (request) => {
      asked.push(request);
      return Promise.resolve({
        status: 200,
        headers: { 'set-cookie': ['a=1', 'b=2'] },
        body: Buffer.from('of the API'),
      });
    },
    onSettled: (role) => void settled.push(role),
    onError: (line) => void errors.push(line),
  };
}

beforeEach(async () => {
  errors.length = asked.length = settled.length = 0;
  server = await EdgeServer.listen(0);
});
afterEach(() => server.stop());
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Waits until the thread has reported this many entries. Reports use a different channel from responses and
 * can arrive later.
 */
const said = async <T>(of: readonly T[], amount: number): Promise<readonly T[]> =>
  eventually(
    () => Promise.resolve([...of]),
    ({ length }) => length >= amount,
  );

const tell = async (headers: Record<string, string> = {}): Promise<any> => {
  const response = await fetch(`${server.endpoint}/front/told`, { method: 'POST', body: 'Ädä', headers });
  expect(response.status).toBe(200);
  return response.json();
};

it('passes the request and the environment to a web function, as Lambda does', async () => {
  server.serve(served(WEB_FUNCTION, 'told'));
  const { headers, raw, ...rest } = await tell({
    ...{ 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '1.2.3.4', 'lambda-web-request-id': 'forged' },
    ...{ 'x-edge': 'forged', 'x-mixed': 'Case', te: 'trailers' },
  });
  expect(rest).toEqual({ body: 'Ädä', variable: 'red', path: null, temporary: '/of/the/function' });
  expect(headers).toMatchObject({
    host: 'front.example',
    'x-forwarded-for': '203.0.113.7, 127.0.0.1, 192.0.2.1',
    'x-edge': 'secret',
    'x-mixed': 'Case',
    'content-length': '5',
    'lambda-web-endpoint-name': 'front-endpoint',
    'lambda-web-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  for (const removed of ['connection', 'te', 'x-real-ip']) expect(headers).not.toHaveProperty([removed]);
  expect(Object.keys(headers)).toEqual(raw.filter((_: string, at: number) => at % 2 === 0));
  expect(await said(settled, 1)).toEqual([undefined]);
});

it("returns the web function's headers, except connection headers", async () => {
  server.serve(served(WEB_FUNCTION, 'headers'));
  const response = await fetch(`${server.endpoint}/front/told`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-own': '1',
    connection: 'keep-alive',
    'lambda-web-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await response.json();
});

it("writes the web function's complete log before it stops", async () => {
  const serving = server.serve(served(WEB_FUNCTION, 'log'));
  await tell();
  await serving.stop();
  expect(readFileSync(join(folder, 'log.log'), 'utf8')).toBe('told\n');
});

it("forwards all other requests to the API with the body's bytes and the edge's headers", async () => {
  server.serve(served(WEB_FUNCTION, 'api'));
  const body = Uint8Array.from({ length: 256 }, (_, at) => at);
  const response = await fetch(`${server.endpoint}/v1/x?y=1`, { method: 'PUT', body });
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await response.text()).toBe('of the API');
  expect(asked).toHaveLength(1);
  const { head, port, edge, body: received } = asked[0]!;
  expect({ ...head, rawHeaders: undefined, port }).toEqual({
    ...{ method: 'PUT', url: '/v1/x?y=1', httpVersion: '1.1', address: '127.0.0.1' },
    port: server.port,
  });
  expect([...received]).toEqual([...body]);
  expect(edge).toEqual({
    address: '192.0.2.1',
    headers: { host: 'api.localhost', 'x-edge': 'secret' },
  });
});

it('returns 502 if the connection closes after a response to an incomplete request', async () => {
  server.serve(served(WEB_FUNCTION, 'early'));
  const socket = connect(server.port, '127.0.0.1');
  socket.write('POST /front/early HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nbegun');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
  expect(answer).toMatch(/\r\n\r\n\{"message":"Bad Gateway"\}$/);
  expect(await said(errors, 1)).toEqual(['early: the server responded before it had the complete request']);
});

it.each([
  ['ends the connection', '/front/destroy', 'the server closed the connection'],
  ["doesn't respond in time", '/front/silent', 'the request timed out'],
])('returns 502 for a web function that %s', async (_, path, why) => {
  server.serve(served(WEB_FUNCTION.replace('await new', 'server.setTimeout(100); await new'), 'ends'));
  const response = await fetch(server.endpoint + path, { method: 'POST', body: 'whole' });
  expect([response.status, await response.text()]).toEqual([502, '{"message":"Bad Gateway"}']);
  expect(await said(errors, 1)).toEqual([`ends: ${why}`]);
});

it("returns 503 if the distribution's function fails", async () => {
  const { distribution, ...rest } = served(WEB_FUNCTION, 'viewer');
  const [front] = distribution!.behaviors;
  const broken = { ...front!, viewerFunction: 'function handler() { throw new Error("no such header"); }' };
  server.serve({ ...rest, distribution: { ...distribution!, behaviors: [broken] } });
  expect((await fetch(`${server.endpoint}/front/told`)).status).toBe(503);
  expect(await said(errors, 1)).toEqual([`the distribution's function: no such header`]);
});

it.each([
  ["can't be loaded", `throw new Error('no such table');`, 'no such table'],
  ['starts no server', 'export {};', 'the web function did not start a server'],
])('returns 502 for a web function that %s', async (_, code, why) => {
  server.serve(served(code, `broken-${code.length}`));
  expect((await fetch(`${server.endpoint}/front/told`)).status).toBe(502);
  expect(await said(errors, 1)).toEqual([`broken-${code.length}: ${why}`]);
});

/** Waits until the web function is reachable again and returns the response status. */
const statusOnceBack = (): Promise<number> =>
  eventually(
    () =>
      fetch(`${server.endpoint}/front/told`).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
  );

it('restarts on the same port after a crash and logs the cause', async () => {
  server.serve(served(WEB_FUNCTION, 'crash'));
  await expect(fetch(`${server.endpoint}/front/crash`)).rejects.toThrow();
  expect(await statusOnceBack()).toBe(200);
  expect(errors).toEqual(['the edge thread ended with code 1: out of order']);
  expect(await fetch(`${server.endpoint}/v1/x`).then((response) => response.text())).toBe('of the API');
});

it('waits for its port if another process is using it after a crash', async () => {
  const other = createServer();
  const closed = once(other, 'close');
  server.serve({
    ...served(WEB_FUNCTION, 'taken'),
    onError: (line) => {
      errors.push(line);
      if (line.startsWith('the edge thread ended')) other.listen(server.port, '127.0.0.1');
      else other.close();
    },
  });
  await expect(fetch(`${server.endpoint}/front/crash`)).rejects.toThrow();
  await closed;
  expect(await statusOnceBack()).toBe(200);
  expect(errors).toEqual([
    'the edge thread ended with code 1: out of order',
    `the edge is unavailable: port ${server.port} is already in use; set PORT to another port (PORT=0 uses any free one)`,
  ]);
});

it('finishes open requests before it shuts down and then returns 503', async () => {
  const serving = server.serve(served(WEB_FUNCTION, 'slow'));
  await tell();
  const slow = fetch(`${server.endpoint}/front/slow`).then((response) => response.text());
  // The server forwards requests in order of arrival, so after this response, the slow request is in
  // progress.
  await tell();
  const stopped = serving.stop();
  expect((await fetch(`${server.endpoint}/v1/x`)).status).toBe(503);
  expect(await slow).toBe('at last');
  await stopped;
  expect((await fetch(`${server.endpoint}/front/told`)).status).toBe(503);
});

it('closes open connections when it stops', async () => {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  // Ignore errors, because the operating system decides whether the connection is closed or reset.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await server.stop();
  await closed;
});

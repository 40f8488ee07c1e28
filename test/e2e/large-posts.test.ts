import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { FORGED_HEADERS, sendRaw } from '../support/service/client-with-headers.ts';
import { operatorIn } from '../support/service/operator.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const MEGABYTE = 1_048_576;

let service: RunningService;
let receiver: Receiver;
/** API key of an account on the team plan. */
let key: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-large-'));
  [service, receiver] = await Promise.all([startService(), startReceiver()]);
  const made = await operatorIn(service.folder)(
    ...['create', '--name', 'Acme', '--plan', 'team', '--local', '--json'],
  );
  key = JSON.parse(made.stdout).management_key;
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
  rmSync(folder, { recursive: true });
});

const manage = async (method: string, path: string, body?: unknown) => {
  const response = await service.request(path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as any;
};
const makeForm = (input: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> =>
  manage('POST', '/v1/forms', { name: 'Films', rate_limit: 1000, ...input });
const submissionsOf = async (form: { id: string }) =>
  (await manage('GET', `/v1/forms/${form.id}/submissions`)).data as any[];
const addressOf = ({ slug }: { slug: string }) => `${service.baseUrl}/v1/f/${slug}`;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Follows the file link's redirect and returns the hash of the response body. */
async function hashBehind(url: string): Promise<string> {
  const sent = await service.request(url);
  expect(sent.status).toBe(302);
  const file = await fetchUnchecked(sent.headers.get('location')!);
  return hashOf(new Uint8Array(await file.arrayBuffer()));
}

const filesIn = (name: string): string[] => {
  const where = join(service.folder, name);
  if (!existsSync(where)) return [];
  const entries = readdirSync(where, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};
const errors = () => {
  const file = join(service.folder, 'errors.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** Runs curl and returns its output: the response body, followed by a line with the status and duration. */
function curl(...args: string[]): Promise<{ status: number; body: string }> {
  const child = spawn('curl', ['-sS', '-w', '\n%{http_code}', ...args]);
  return Promise.all([text(child.stdout), text(child.stderr)]).then(([out, err]) => {
    if (err !== '') throw new Error(err);
    const end = out.lastIndexOf('\n');
    return { status: Number(out.slice(end + 1)), body: out.slice(0, end) };
  });
}

interface Posted {
  readonly status: number;
  readonly body: string;
}
/** An HTTP client that submits the file in the field `film`, together with a name. */
type Client = (path: string, url: string, headers?: Record<string, string>) => Promise<Posted>;

const byFetch: Client = async (path, url, headers = {}) => {
  const body = new FormData();
  body.append('name', 'Ada');
  body.append('film', await openAsBlob(path), 'film.mp4');
  const response = await fetchUnchecked(url, { method: 'POST', body, headers });
  return { status: response.status, body: await response.text() };
};
// curl first asks for permission to send the body (Expect: 100-continue). After a 417 response, it sends the
// body anyway.
const byCurl: Client = (path, url, headers = {}) =>
  curl(
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...['-F', 'name=Ada', '-F', `film=@${path};filename=film.mp4`, url],
  );

/**
 * If curl isn't installed, the tests that need it are reported as skipped. `fetch` covers the same cases
 * everywhere.
 */
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) process.stdout.write('NOT TESTED: large posts by curl, which is not installed.\n');
const clients: [string, Client][] = [['fetch', byFetch]];
if (hasCurl) clients.push(['curl', byCurl]);

describe.each(clients)('a large submission by %s', (_, client) => {
  it('is stored byte for byte at 50 MB, and webhooks get its link', async () => {
    const form = await makeForm();
    await manage('POST', `/v1/forms/${form.id}/webhooks`, { url: receiver.url });
    const content = randomBytes(50 * MEGABYTE);
    const path = join(folder, 'film.mp4');
    writeFileSync(path, content);
    const { status, body } = await client(path, addressOf(form));
    expect(status).toBe(201);
    const { id, files } = JSON.parse(body);
    expect(files).toBe(1);

    const webhook = await receiver.untilOne(({ body: { data } }) => data['submission_id'] === id);
    const [delivered] = webhook.body.data['files'] as any[];
    expect(delivered).toMatchObject({ field: 'film', name: 'film.mp4', size: 50 * MEGABYTE });
    expect(await hashBehind(delivered.url)).toBe(hashOf(content));
    expect(errors()).toBe('');
  });

  it('gets a 413 at 60 MB after it has been read completely, and is not stored', async () => {
    const form = await makeForm();
    const path = join(folder, 'long.mp4');
    writeFileSync(path, Buffer.alloc(60 * MEGABYTE));
    const { status, body } = await client(path, addressOf(form));
    expect([status, JSON.parse(body)]).toMatchObject([
      413,
      { type: `${service.baseUrl}/problems/file-too-large`, max_file_bytes: 50 * MEGABYTE },
    ]);
    writeFileSync(path, Buffer.alloc(101 * MEGABYTE));
    const longer = await client(path, addressOf(form), { accept: 'text/html' });
    expect([longer.status, longer.body]).toEqual([413, expect.stringContaining('up to 100\u00a0MB')]);
    expect(await submissionsOf(form)).toEqual([]);
    expect(filesIn('s3').filter((name) => name.includes(form.id))).toEqual([]);
  });
});

it("refuses a submission above the pro plan's limit, and accepts one just below it", async () => {
  const { slug } = (await service.manage('POST', '/v1/forms', { name: 'Pro', rate_limit: 1000 })).body;
  const post = (length: number) => {
    const body = new FormData();
    body.append('film', new Blob([Buffer.alloc(length)]), 'film.mp4');
    return fetchUnchecked(addressOf({ slug }), { method: 'POST', body });
  };
  expect((await post(25 * MEGABYTE)).status).toBe(201);
  const refused = await post(25 * MEGABYTE + 1);
  expect([refused.status, await refused.json()]).toMatchObject([413, { max_file_bytes: 25 * MEGABYTE }]);
});

it('keeps the submissions of twenty concurrent clients apart', async () => {
  const form = await makeForm();
  const posts = Array.from({ length: 20 }, (_, at) => ({
    name: `client ${at}`,
    // Small files stay in memory, and large ones are written to disk.
    content: randomBytes(at % 2 === 0 ? 3 * MEGABYTE + at : 1000 + at),
  }));
  const answers = await Promise.all(
    posts.map(async ({ name, content }) => {
      const body = new FormData();
      body.append('name', name);
      body.append('file', new Blob([content]), `${name}.bin`);
      const response = await fetchUnchecked(addressOf(form), { method: 'POST', body });
      return (await response.json()) as { id: string };
    }),
  );
  const stored = await submissionsOf(form);
  expect(stored).toHaveLength(20);
  for (const [at, { name, content }] of posts.entries()) {
    const { payload, attachments } = stored.find(({ id }) => id === answers[at]!.id);
    expect([payload, attachments[0].name, attachments[0].size]).toEqual([
      { name },
      `${name}.bin`,
      content.length,
    ]);
    expect(await hashBehind(attachments[0].url)).toBe(hashOf(content));
  }
  // The function logs one line per request, which contains the form and a unique request id.
  const [log] = filesIn('logs').filter((name) => name.includes('PostFront'));
  const lines = readFileSync(log!, 'utf8')
    .split('\n')
    .filter((line) => line.includes(form.id))
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(20);
  expect(new Set(lines.map((line) => line.request_id)).size).toBe(20);
});

describe('cleanup', () => {
  const head = (slug: string, length: number) =>
    `POST /v1/f/${slug} HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=b\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;
  const part = '--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n';

  it.each([
    ['a client that disconnects midway', (socket: any) => socket.destroy()],
    ['a client that sends less than it announced', (socket: any) => socket.end()],
  ])('survives %s', async (_, leave) => {
    const form = await makeForm();
    const { port } = new URL(service.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    const content = Buffer.concat([Buffer.from(part), Buffer.alloc(4 * MEGABYTE)]);
    await new Promise((resolve) => {
      socket.write(head(form.slug, 40 * MEGABYTE));
      socket.write(content, resolve);
    });
    leave(socket);
    await new Promise((resolve) => (socket.closed ? resolve(undefined) : socket.once('close', resolve)));
    // The next submission succeeds.
    const next = await fetchUnchecked(addressOf(form), {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
    });
    expect(next.status).toBe(201);
    expect(await submissionsOf(form)).toMatchObject([{ payload: { a: 'b' } }]);
    expect(filesIn('tmp')).toEqual([]);
    expect(filesIn('s3').filter((name) => name.includes(form.id))).toEqual([]);
  });

  it('keeps running after a body that is shorter than announced', async () => {
    const form = await makeForm();
    const { port } = new URL(service.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    const content = Buffer.concat([Buffer.from(part), Buffer.alloc(2 * MEGABYTE)]);
    socket.write(head(form.slug, content.length));
    socket.write(content);
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 400 [^]*bad-body/);
    expect(await submissionsOf(form)).toEqual([]);
    expect(filesIn('tmp')).toEqual([]);
  });
});

describe('the client address', () => {
  it.each([
    [
      'a submission, which goes through the streaming function',
      '',
      'application/x-www-form-urlencoded',
      'a=b',
    ],
    [
      'an upload, which goes through the API',
      '/uploads',
      'application/json',
      '{"field":"f","name":"a","size":1}',
    ],
  ])("can't be spoofed: %s", async (_, below, type, body) => {
    const form = await makeForm({ rate_limit: FORGED_HEADERS.length });
    const send = async (headers: OutgoingHttpHeaders, from = '127.0.0.1') => {
      const sent = { method: 'POST', headers: { ...headers, 'content-type': type }, from, body };
      return (await sendRaw(service.baseUrl, `/v1/f/${form.slug}${below}`, sent)).status;
    };
    for (const headers of FORGED_HEADERS) expect(await send(headers)).toBe(201);
    for (const headers of FORGED_HEADERS) expect(await send(headers)).toBe(429);
    // Another client behind the same edge has a different address. A client that bypasses the edge can't
    // choose its address with headers.
    expect(await send({}, '127.0.0.2')).toBe(201);
    const { PostFrontUrl } = service.outputs['stack_outputs'] as { PostFrontUrl: string };
    const host = below === '' ? new URL(PostFrontUrl).host : 'api.localhost';
    const beside = FORGED_HEADERS.slice(1);
    for (const headers of beside) expect(await send({ ...headers, host }, '127.0.0.2')).toBe(201);
    for (const headers of beside) expect(await send({ ...headers, host }, '127.0.0.2')).toBe(429);
    expect(await send({}, '127.0.0.2')).toBe(429);
  });
});

it("responds to preflights and other methods on a form's path as usual", async () => {
  const form = await makeForm();
  const preflight = await fetchUnchecked(addressOf(form), {
    method: 'OPTIONS',
    headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, Object.fromEntries(preflight.headers)]).toMatchObject([
    204,
    {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': '*',
      'access-control-allow-headers': 'authorization,*',
      'access-control-max-age': '3600',
    },
  ]);
  const get = await service.request(`/v1/f/${form.slug}`, { headers: { origin: 'https://a.example' } });
  expect([get.status, get.headers.get('allow'), get.headers.get('access-control-expose-headers')]).toEqual([
    405,
    'POST',
    'x-request-id,retry-after,location,etag,www-authenticate',
  ]);
  // The visitor stays on the URL that the form was submitted to.
  const { port } = new URL(service.baseUrl);
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request({ port, path: `/v1/f/${form.slug}`, method: 'POST', headers, agent: false });
  sent.end('a=b');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  expect([response.statusCode, response.headers.location]).toEqual([303, `${addressOf(form)}/thanks`]);
});

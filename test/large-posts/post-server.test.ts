import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { DiskSpace } from '../../lambdas/large-posts/disk-space.ts';
import { postServer, type PostHandler } from '../../lambdas/large-posts/post-server.ts';

const MEGABYTE = 1_048_576;
const LIMIT = 3 * MEGABYTE;
const ROOM = 4 * LIMIT;

let folder: string;
let space: DiskSpace;
let server: Server;
let handle: PostHandler;
let waitMs: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-posts-'));
  space = new DiskSpace(ROOM);
  waitMs = 50;
  handle = async (_event, body) => {
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const piece of body.bytes) {
        size += piece.length;
        hash.update(piece);
      }
      return { statusCode: 200, body: JSON.stringify({ size, hash: hash.digest('hex') }) };
    } catch (error) {
      return { statusCode: 400, body: (error as Error).name };
    }
  };
  server = postServer(
    {
      maxBytes: LIMIT,
      space,
      folder,
      idleMs: 1000,
      receiveMs: 5_000,
      get waitMs() {
        return waitMs;
      },
      isReceived: ({ headers }) => Promise.resolve(headers['x-refused'] === undefined),
    },
    (event, body) => handle(event, body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const port = () => (server.address() as AddressInfo).port;

function post(body: Buffer, headers: Record<string, string | number> = {}, path = '/v1/f/contact') {
  return new Promise<{ status: number; text: string; message: IncomingMessage }>((resolve, reject) => {
    const sent = request(
      { port: port(), host: '127.0.0.1', method: 'POST', path, headers, agent: false },
      (message) => {
        text(message).then(
          (read) => resolve({ status: message.statusCode ?? 0, text: read, message }),
          reject,
        );
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Returns the files in the folder that this process has open, including unlinked ones. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return [];
    }
  });

async function untilNothingIsLeft(): Promise<void> {
  while (space.free !== ROOM || openFiles().length > 0) await pause(5);
  expect(readdirSync(folder)).toEqual([]);
}

const bytesOf = (length: number, seed = 7): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * seed + (at >> 8)) & 0xff;
  return bytes;
};
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

it.each([0, 1, MEGABYTE, MEGABYTE + 1, LIMIT])('passes on a body of %i bytes unchanged', async (length) => {
  const body = bytesOf(length);
  const answer = await post(body, { 'content-length': length });
  expect(JSON.parse(answer.text)).toEqual({ size: length, hash: hashOf(body) });
  await untilNothingIsLeft();
});

it('passes on short and long bodies sent without a length', async () => {
  for (const length of [10, 2 * MEGABYTE]) {
    const body = bytesOf(length);
    const { text: answer } = await post(body, { 'transfer-encoding': 'chunked' });
    expect(JSON.parse(answer)).toEqual({ size: length, hash: hashOf(body) });
  }
  await untilNothingIsLeft();
});

it('returns the same bytes when read again and returns any range of them', async () => {
  const body = bytesOf(2 * MEGABYTE);
  handle = async (_event, { bytes, fileBuffer }) => {
    const [first, second] = await Promise.all([collected(bytes), collected(bytes)]);
    const file = await fileBuffer.receive(
      (async function* () {
        yield await Promise.resolve(body.subarray(1000, 301_000));
      })(),
      { maxBytes: LIMIT, declaredBytes: undefined, start: 1000 },
    );
    const read = await collected(file.read() as AsyncIterable<Uint8Array>);
    return {
      statusCode: 200,
      body: JSON.stringify([first, second, read].map(hashOf).concat(String(file.size))),
    };
  };
  const { text: answer } = await post(body);
  expect(JSON.parse(answer)).toEqual([
    hashOf(body),
    hashOf(body),
    hashOf(body.subarray(1000, 301_000)),
    '300000',
  ]);
});

it.each([
  ['with a length', {}],
  ['without a length', { 'transfer-encoding': 'chunked' }],
])('reads a submission that is too long, %s, to the end before refusing it', async (_, headers) => {
  const { status, text: answer } = await post(bytesOf(LIMIT + 1), headers);
  expect([status, answer]).toEqual([400, 'BodyTooLarge']);
  expect((await post(bytesOf(4 * LIMIT), headers)).text).toBe('BodyTooLarge');
  await untilNothingIsLeft();
});

it('reads at most four times the limit', async () => {
  const socket = connect(port(), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST /v1/f/a HTTP/1.1\r\nhost: a\r\ncontent-length: ${4 * LIMIT + 1}\r\n\r\n`);
  expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);

  const chunked = connect(port(), '127.0.0.1');
  chunked.on('error', () => undefined);
  chunked.write('POST /v1/f/a HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n');
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MEGABYTE), Buffer.from('\r\n')]);
  let sent = 0;
  for (; !chunked.closed && sent < 1000; sent += 1) {
    if (chunked.write(chunk)) continue;
    await new Promise((resolve) => chunked.once('drain', resolve).once('close', resolve));
  }
  // The limit of 40 chunks leaves room for data in socket buffers.
  expect(sent).toBeLessThan(40);
  await untilNothingIsLeft();
});

it("responds immediately if the body isn't needed and closes the connection", async () => {
  const socket = connect(port(), '127.0.0.1');
  socket.write(`POST /v1/f/a HTTP/1.1\r\nhost: a\r\nx-refused: 1\r\ncontent-length: ${LIMIT}\r\n\r\nbegun`);
  const answer = (await buffer(socket)).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
  expect(answer).toContain('"size":0');
  expect(space.free).toBe(ROOM);
});

it.each(['100-continue', 'something else'])(
  'responds to %s with 417 before the body arrives',
  async (expect_) => {
    const socket = connect(port(), '127.0.0.1');
    socket.write(`POST /v1/f/a HTTP/1.1\r\nhost: a\r\nexpect: ${expect_}\r\ncontent-length: 5\r\n\r\n`);
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 417 /);
  },
);

describe('cleanup', () => {
  let handled: number;
  beforeEach(() => {
    handled = 0;
    const inner = handle;
    handle = (event, body) => {
      handled += 1;
      return inner(event, body);
    };
  });
  const begin = async (head: string, ...pieces: Buffer[]): Promise<Socket> => {
    const socket = connect(port(), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST /v1/f/a HTTP/1.1\r\nhost: a\r\n${head}\r\n\r\n`);
    for (const piece of pieces) socket.write(piece);
    while (space.free === ROOM) await pause(2);
    return socket;
  };

  it('for a client that disconnects midway', async () => {
    const socket = await begin(`content-length: ${LIMIT}`, bytesOf(MEGABYTE));
    socket.destroy();
    await untilNothingIsLeft();
    expect(handled).toBe(0);
  });

  it('for a client that announces more bytes than it sends and then waits', async () => {
    const socket = await begin(`content-length: ${LIMIT}`, bytesOf(2 * MEGABYTE));
    await once(socket, 'close');
    await untilNothingIsLeft();
    expect(handled).toBe(0);
  });

  it('for a client that closes its side of the connection early', async () => {
    const socket = await begin(`content-length: ${LIMIT}`, bytesOf(2 * MEGABYTE));
    socket.end();
    await untilNothingIsLeft();
    expect(handled).toBe(0);
  });

  it("for a client that sends more bytes than it announces, which isn't valid HTTP", async () => {
    const body = bytesOf(2 * MEGABYTE);
    const socket = await begin(`content-length: ${body.length}`, body, Buffer.from('and more'));
    expect((await buffer(socket)).toString()).toMatch(/HTTP\/1\.1 400 /);
    await untilNothingIsLeft();
  });

  it('for a client that sends broken chunks', async () => {
    const socket = connect(port(), '127.0.0.1');
    socket.write(
      'POST /v1/f/a HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n',
    );
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 400 /);
    await untilNothingIsLeft();
    expect(handled).toBe(0);
  });

  it("for submissions that waited for space but didn't get it in time", async () => {
    const hogs = [];
    for (let hog = 0; hog < 4; hog += 1) {
      hogs.push(await begin(`content-length: ${LIMIT}`, bytesOf(MEGABYTE)));
      while (space.free !== ROOM - (hog + 1) * LIMIT) await pause(2);
    }
    const waiting = post(bytesOf(2 * MEGABYTE));
    expect((await waiting).text).toBe('Unavailable');
    for (const hog of hogs) hog.destroy();
    await untilNothingIsLeft();
  });
});

it("returns each submission's own bytes for twenty concurrent submissions", async () => {
  server.setTimeout(20_000);
  waitMs = 20_000;
  const bodies = Array.from({ length: 20 }, (_, at) =>
    bytesOf(at % 3 === 0 ? 500 + at : 2 * MEGABYTE + at, at + 1),
  );
  const answers = await Promise.all(bodies.map((body) => post(body)));
  expect(answers.map((answer) => JSON.parse(answer.text).hash)).toEqual(bodies.map(hashOf));
  await untilNothingIsLeft();
});

it("passes the request to the operation in the gateway's format", async () => {
  let seen: unknown;
  handle = (event) => {
    seen = event;
    return Promise.resolve({ statusCode: 303, headers: { location: '/x' }, cookies: ['a=b'] });
  };
  const { status, message } = await post(
    Buffer.from('x'),
    {
      cookie: 'secret=1',
      'content-type': 'text/plain',
      'x-forwarded-for': '198.51.100.1, 203.0.113.9',
      'lambda-web-request-id': 'req-1',
      'user-agent': 'curl',
    },
    '/v1/f/m%C3%BCller?a=1&a=2',
  );
  expect([status, message.headers.location, message.headers['set-cookie']]).toEqual([303, '/x', ['a=b']]);
  expect(seen).toMatchObject({
    rawPath: '/v1/f/müller',
    rawQueryString: 'a=1&a=2',
    pathParameters: { slug: 'müller' },
    headers: { 'content-type': 'text/plain', 'content-length': '1', 'user-agent': 'curl' },
    requestContext: {
      requestId: 'req-1',
      http: { method: 'POST', sourceIp: '203.0.113.9', userAgent: 'curl' },
    },
  });
  expect(JSON.stringify(seen)).not.toContain('secret');
});

async function collected(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

import * as net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  createWebhookSender,
  type SendOutcome,
  type WebhookSender,
  type WebhookSenderOptions,
} from '../../../lambdas/webhooks/sender/webhook-sender.ts';
import { EXPIRED_CERTIFICATE, RECEIVER_CERTIFICATE } from './receiver-certificates.ts';
import {
  answering,
  type Behaviour,
  dripping,
  flooding,
  type Receiver,
  startReceiver,
  startTlsReceiver,
} from './webhook-receivers.ts';

const PUBLIC_ADDRESS = '93.184.216.34';
const DEADLINE_MS = 300;
/** How late a timer may be with two cores and other suites running. */
const SLACK_MS = 1_500;

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((part) => part.close()));
});

function sender(options: Partial<WebhookSenderOptions> = {}): WebhookSender {
  const made = createWebhookSender({
    allowHttp: true,
    allowPrivateTargets: true,
    ownHosts: [],
    deadlineMs: DEADLINE_MS,
    ...options,
  });
  open.push(made);
  return made;
}

async function receiver(behaviour: Behaviour): Promise<Receiver> {
  const made = await startReceiver(behaviour);
  open.push(made);
  return made;
}

async function tlsReceiver(behaviour: Behaviour, certificate?: string): Promise<Receiver> {
  const made = await startTlsReceiver(behaviour, certificate);
  open.push(made);
  return made;
}

const webhook = {
  headers: { 'content-type': 'application/json', 'x-svc-event': 'webhook.test' },
  body: '{"a":1}',
};

/** Sends to a receiver with this behavior, with a deadline that only slow receivers reach. */
async function sendTo(
  behaviour: Behaviour,
  options: Partial<WebhookSenderOptions> = {},
): Promise<SendOutcome> {
  const { port } = await receiver(behaviour);
  return sender({ deadlineMs: 5_000, ...options }).send({ url: `http://127.0.0.1:${port}/in`, ...webhook });
}

function refusal(error: string): object {
  return { status_code: 0, duration_ms: expect.any(Number), response_excerpt: null, error };
}

async function eventually(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !condition(); tries += 1) await delay(10);
  expect(condition()).toBe(true);
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CLOSED = 'The endpoint closed the connection before its response was complete.';
const TOO_LATE = 'No complete response arrived within 0.3 s.';
const NOT_HTTP = 'The endpoint did not respond with valid HTTP/1.1.';
const WRONG_LENGTH = "The length of the response doesn't match its Content-Length header.";
const NOT_PUBLIC = "The host name resolves to an address that isn't public.";

describe('a webhook whose endpoint responds', () => {
  test('gets a POST with exactly the given headers and bytes', async () => {
    const target = await receiver(answering(`${OK}content-length: 2\r\n\r\nok`));
    const body = new Uint8Array(Buffer.from('{"name":"Grüße"}'));
    const outcome = await sender().send({
      url: `http://127.0.0.1:${target.port}/in/%20x?team=1#part`,
      headers: { ...webhook.headers, 'user-agent': 'svc-Webhooks/1' },
      body,
    });
    expect(outcome).toEqual({
      status_code: 200,
      duration_ms: expect.any(Number),
      response_excerpt: 'ok',
      error: null,
    });
    expect(Number.isInteger(outcome.duration_ms)).toBe(true);
    const [head, sent] = target.received().split('\r\n\r\n');
    expect(sent).toBe('{"name":"Grüße"}');
    expect(head!.split('\r\n').sort()).toEqual(
      [
        'POST /in/%20x?team=1 HTTP/1.1',
        'connection: close',
        `content-length: ${body.length}`,
        'content-type: application/json',
        `host: 127.0.0.1:${target.port}`,
        'user-agent: svc-Webhooks/1',
        'x-svc-event: webhook.test',
      ].sort(),
    );
  });

  test('succeeds with 204 and no body', async () => {
    const outcome = await sendTo(answering('HTTP/1.1 204 No Content\r\n\r\n'));
    expect(outcome).toMatchObject({ status_code: 204, response_excerpt: null, error: null });
  });

  test('succeeds with a body that ends when the connection closes', async () => {
    expect(await sendTo(answering(`${OK}\r\nthanks`))).toMatchObject({
      status_code: 200,
      response_excerpt: 'thanks',
    });
  });

  test('succeeds with a chunked body and trailers', async () => {
    const chunked = `${OK}transfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n2\r\nok\r\n0\r\nx-sum: 7\r\n\r\n`;
    expect(await sendTo(answering(chunked))).toMatchObject({
      status_code: 200,
      response_excerpt: 'ok',
      error: null,
    });
  });

  test('waits for the final response after 102 and 103', async () => {
    const hints = 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n';
    const outcome = await sendTo(answering(`${hints}${OK}content-length: 0\r\n\r\n`));
    expect(outcome).toMatchObject({ status_code: 200, error: null });
  });

  test.each([
    ['at once', ['HTTP/1.1 100 Continue\r\n\r\n', `${OK}content-length: 2\r\n\r\nok`]],
    ['with headers, several times', [`HTTP/1.1 100\r\nx-a: 1\r\n\r\n`.repeat(3) + OK, '\r\n', 'ok']],
    ['in pieces', [...Array.from('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 2'), '00 OK\r\n\r\nok']],
    ['after a 103', ['HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n', `${OK}\r\nok`]],
    ['before a 103', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n', `${OK}\r\nok`]],
  ])('waits for the final response after an unsolicited 100, %s', async (_, pieces) => {
    const inPieces: Behaviour = (socket) =>
      socket.once('data', () => {
        socket.setNoDelay(true);
        const left = [...pieces];
        const next = (): void => {
          const piece = left.shift();
          if (piece === undefined) socket.end();
          else socket.write(piece, () => setImmediate(next));
        };
        next();
      });
    expect(await sendTo(inPieces)).toMatchObject({ status_code: 200, response_excerpt: 'ok', error: null });
  });

  test('fails with the status and an excerpt of a 500', async () => {
    const outcome = await sendTo(answering('HTTP/1.1 500 Oops\r\ncontent-length: 5\r\n\r\nboom\n'));
    expect(outcome).toMatchObject({ status_code: 500, response_excerpt: 'boom\n', error: 'HTTP 500' });
  });

  test("keeps a failure's status if its body breaks off", async () => {
    const outcome = await sendTo(answering('HTTP/1.1 503 Busy\r\ncontent-length: 50\r\n\r\nlater'));
    expect(outcome).toMatchObject({ status_code: 503, response_excerpt: 'later', error: 'HTTP 503' });
  });

  test.each([301, 302, 303, 304, 307, 308])('does not follow a %d', async (status) => {
    const elsewhere = await receiver(answering(`${OK}content-length: 0\r\n\r\n`));
    const location = `http://127.0.0.1:${elsewhere.port}/`;
    const outcome = await sendTo(
      answering(`HTTP/1.1 ${status} X\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
    );
    expect(outcome).toMatchObject({
      status_code: status,
      error: `HTTP ${status}: redirects are not followed.`,
    });
    expect(elsewhere.connections()).toBe(0);
  });

  test('shows invalid UTF-8 bytes in a response as replacement characters', async () => {
    const outcome = await sendTo(answering(`${OK}\r\n`, Uint8Array.from([0x47, 0xfc, 0xdf, 0x00, 0x65])));
    expect(outcome.response_excerpt).toBe('G\uFFFD\uFFFD\uFFFDe');
  });

  test('opens a new connection for every request, and leaves none open', async () => {
    const target = await receiver((socket) =>
      socket.on('data', () => socket.write(`${OK}connection: keep-alive\r\ncontent-length: 0\r\n\r\n`)),
    );
    const client = sender();
    const url = `http://127.0.0.1:${target.port}/`;
    for (let sends = 0; sends < 3; sends += 1) await client.send({ url, ...webhook });
    expect(target.connections()).toBe(3);
    await eventually(() => target.open() === 0);
  });

  test('uses a response that arrives before a large request was sent completely', async () => {
    const target = await receiver(answering('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n'));
    const url = `http://127.0.0.1:${target.port}/`;
    const outcome = await sender({ deadlineMs: 5_000 }).send({
      ...webhook,
      url,
      body: new Uint8Array(4_000_000),
    });
    expect(outcome).toMatchObject({ status_code: 413, error: 'HTTP 413' });
  });
});

describe('a response that is too long', () => {
  const piece = Buffer.alloc(64 * 1024, 'x');

  test.each([
    ['an endless body', `${OK}\r\n`],
    ['a huge body', `${OK}content-length: 10000000000\r\n\r\n`],
  ])(
    "counts by its status once 16 KB of %s have arrived, and the rest isn't downloaded",
    async (_what, start) => {
      const flood = flooding(start, piece);
      const target = await receiver(flood.behaviour);
      const outcome = await sender({ deadlineMs: 5_000 }).send({
        url: `http://127.0.0.1:${target.port}/`,
        ...webhook,
      });
      expect(outcome).toMatchObject({ status_code: 200, response_excerpt: 'x'.repeat(1024), error: null });
      await eventually(() => target.open() === 0);
      expect(flood.sent()).toBeLessThan(32 * 1024 * 1024);
    },
  );

  test('does not decompress a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
    const head = `${OK}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;
    const outcome = await sendTo(answering(head, bomb));
    expect(outcome).toMatchObject({
      status_code: 200,
      response_excerpt: '[gzip, 16384 bytes read]',
      error: null,
    });
  });

  test('is refused if its headers are too long', async () => {
    const flood = flooding(OK, Buffer.from(`x-fill: ${'y'.repeat(2000)}\r\n`));
    expect(await sendTo(flood.behaviour)).toEqual(refusal('The headers of the response are too large.'));
  });
});

describe('an endpoint that takes too long', () => {
  const endless: [string, Behaviour, string][] = [
    ['never answers', (socket) => socket.resume(), TOO_LATE],
    ['drips its headers', dripping(OK, 'x-more: 1\r\n', 20), TOO_LATE],
    ['drips its status line', dripping('HTTP/1.1 200 ', 'O', 20), TOO_LATE],
    ['sends one 103 after the other', dripping('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 20), TOO_LATE],
    [
      'drips its body',
      dripping(`${OK}\r\n`, 'x', 20),
      `HTTP 200, but the response was cut short: ${TOO_LATE}`,
    ],
    [
      'drips its trailers',
      dripping(`${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, 'x: 1\r\n', 20),
      `HTTP 200, but the response was cut short: ${TOO_LATE}`,
    ],
    [
      'stops in the middle of its body',
      (socket) => socket.once('data', () => socket.write(`${OK}content-length: 5\r\n\r\nab`)),
      `HTTP 200, but the response was cut short: ${TOO_LATE}`,
    ],
  ];

  test.each(endless)('fails at the deadline when it %s', async (_what, behaviour, error) => {
    const target = await receiver(behaviour);
    const outcome = await sender().send({ url: `http://127.0.0.1:${target.port}/`, ...webhook });
    expect(outcome).toMatchObject({ status_code: 0, error });
    expect(outcome.duration_ms).toBeGreaterThanOrEqual(DEADLINE_MS - 5);
    expect(outcome.duration_ms).toBeLessThan(DEADLINE_MS + SLACK_MS);
    await eventually(() => target.open() === 0);
  });

  test('keeps the status of a 500 with a slowly dripping body', async () => {
    const outcome = await sendTo(dripping('HTTP/1.1 500 X\r\n\r\n', 'x', 20), { deadlineMs: DEADLINE_MS });
    expect(outcome).toMatchObject({ status_code: 500, error: 'HTTP 500' });
  });

  test('fails at the deadline if the TLS handshake never starts', async () => {
    const target = await receiver((socket) => socket.resume());
    const outcome = await sender().send({ url: `https://127.0.0.1:${target.port}/`, ...webhook });
    expect(outcome).toEqual(refusal(TOO_LATE));
    await eventually(() => target.open() === 0);
  });

  test('fails at the deadline if the connection is never established', async () => {
    const dialled = new net.Socket();
    const client = sender({ dial: () => dialled, lookup: resolving('127.0.0.1') });
    expect(await client.send({ url: 'http://hooks.test/', ...webhook })).toEqual(refusal(TOO_LATE));
    expect(dialled.destroyed).toBe(true);
  });

  test('fails at the deadline if DNS never responds', async () => {
    const lookup = (): Promise<never> => new Promise(() => undefined);
    expect(await sender({ lookup }).send({ url: 'http://hooks.test/', ...webhook })).toEqual(
      refusal(TOO_LATE),
    );
  });

  test('is not connected to if DNS responds after the deadline', async () => {
    const target = await receiver(answering(`${OK}content-length: 0\r\n\r\n`));
    const lookup = () => delay(100, [{ address: '127.0.0.1', family: 4 }]);
    const url = `http://hooks.test:${target.port}/`;
    expect((await sender({ lookup, deadlineMs: 50 }).send({ url, ...webhook })).status_code).toBe(0);
    await delay(150);
    expect(target.connections()).toBe(0);
  });
});

describe('an endpoint that breaks off or sends invalid data', () => {
  const wrong: [string, Behaviour, string][] = [
    ['resets the connection at once', (socket) => socket.resetAndDestroy(), CLOSED],
    ['hangs up at once', (socket) => socket.end(), CLOSED],
    ['resets after the request', (socket) => socket.once('data', () => socket.resetAndDestroy()), CLOSED],
    ['gives an empty reply', answering(''), CLOSED],
    ['stops in the headers', answering(`${OK}x-a: 1\r\n`), CLOSED],
    [
      'resets after its headers',
      resetAfter(`${OK}content-length: 9\r\n\r\n`),
      `HTTP 200, but the response was cut short: ${CLOSED}`,
    ],
    ['sends garbage', answering(Uint8Array.from({ length: 500 }, (_, index) => (index * 7) % 256)), NOT_HTTP],
    ['greets like a mail server', (socket) => socket.write('220 mail.example.org ESMTP\r\n'), NOT_HTTP],
    ['answers with HTTP/2', answering('HTTP/2 200\r\n\r\n'), NOT_HTTP],
    ['sends a header without a colon', answering(`${OK}nonsense\r\n\r\n`), NOT_HTTP],
    ['gives two lengths', answering(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`), WRONG_LENGTH],
    [
      'gives a length and chunks',
      answering(`${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`),
      WRONG_LENGTH,
    ],
    ['says 100 Continue and no more', answering('HTTP/1.1 100 Continue\r\n\r\n'), CLOSED],
    ['stops within a 100', answering('HTTP/1.1 100 Continue\r\nx-a: '), CLOSED],
    ['says 100 Continue without end', answering('HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000)), NOT_HTTP],
    ['answers with a status of four digits', answering('HTTP/1.1 1000 OK\r\n\r\n'), NOT_HTTP],
    ['answers with a status of two digits', answering('HTTP/1.1 20 OK\r\n\r\n'), NOT_HTTP],
    [
      'switches protocols',
      answering('HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      NOT_HTTP,
    ],
  ];

  test.each(wrong)('fails clearly when it %s', async (_what, behaviour, error) => {
    const target = await receiver(behaviour);
    const outcome = await sender({ deadlineMs: 5_000 }).send({
      url: `http://127.0.0.1:${target.port}/`,
      ...webhook,
    });
    expect(outcome).toMatchObject({ status_code: 0, response_excerpt: null, error });
    expect(target.connections()).toBe(1);
    await eventually(() => target.open() === 0);
  });

  test('fails clearly when its body is shorter than announced', async () => {
    const outcome = await sendTo(answering(`${OK}content-length: 9\r\n\r\nabc`));
    expect(outcome).toMatchObject({ status_code: 0, response_excerpt: 'abc' });
    expect(outcome.error).toBe(`HTTP 200, but the response was cut short: ${CLOSED}`);
  });

  test('fails clearly when a chunk is malformed', async () => {
    const outcome = await sendTo(answering(`${OK}transfer-encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n`));
    expect(outcome).toMatchObject({ status_code: 0, response_excerpt: 'ok' });
    expect(outcome.error).toBe(`HTTP 200, but the response was cut short: ${NOT_HTTP}`);
  });

  test('fails clearly if nothing listens, without naming the address', async () => {
    const target = await startReceiver(() => undefined);
    await target.close();
    const outcome = await sender().send({ url: `http://127.0.0.1:${target.port}/`, ...webhook });
    expect(outcome).toEqual(refusal('The endpoint refused the connection.'));
  });
});

describe('TLS', () => {
  const ok = answering(`${OK}content-length: 2\r\n\r\nok`);

  test('delivers if the certificate is trusted and matches the host', async () => {
    const { port } = await tlsReceiver(ok);
    const client = sender({ ca: RECEIVER_CERTIFICATE, lookup: resolving('127.0.0.1'), deadlineMs: 5_000 });
    for (const host of ['receiver.test', 'RECEIVER.test.', '127.0.0.1']) {
      const outcome = await client.send({ url: `https://${host}:${port}/`, ...webhook });
      expect(outcome).toMatchObject({ status_code: 200, response_excerpt: 'ok', error: null });
    }
  });

  test('refuses a self-signed certificate, and sends nothing', async () => {
    const target = await tlsReceiver(ok);
    const outcome = await sender({ deadlineMs: 5_000 }).send({
      url: `https://127.0.0.1:${target.port}/`,
      ...webhook,
    });
    expect(outcome).toEqual(refusal('The certificate of the endpoint is self-signed.'));
    expect(target.received()).toBe('');
    await eventually(() => target.open() === 0);
  });

  test('refuses a certificate for another name', async () => {
    const { port } = await tlsReceiver(ok);
    const client = sender({ ca: RECEIVER_CERTIFICATE, lookup: resolving('127.0.0.1'), deadlineMs: 5_000 });
    expect(await client.send({ url: `https://other.test:${port}/`, ...webhook })).toEqual(
      refusal('The certificate of the endpoint is for another host name.'),
    );
  });

  test('refuses an expired certificate', async () => {
    const { port } = await tlsReceiver(ok, EXPIRED_CERTIFICATE);
    const client = sender({ ca: EXPIRED_CERTIFICATE, deadlineMs: 5_000 });
    expect(await client.send({ url: `https://127.0.0.1:${port}/`, ...webhook })).toEqual(
      refusal('The certificate of the endpoint has expired.'),
    );
  });

  test('fails clearly if the endpoint speaks plain HTTP', async () => {
    const { port } = await receiver(ok);
    const outcome = await sender({ deadlineMs: 5_000 }).send({
      url: `https://127.0.0.1:${port}/`,
      ...webhook,
    });
    expect(outcome).toEqual(refusal('A TLS connection to the endpoint could not be established.'));
  });

  test('fails clearly if the endpoint hangs up during the handshake', async () => {
    const { port } = await receiver((socket) => socket.once('data', () => socket.destroy()));
    const outcome = await sender({ deadlineMs: 5_000 }).send({
      url: `https://127.0.0.1:${port}/`,
      ...webhook,
    });
    expect(outcome).toEqual(refusal(CLOSED));
  });
});

describe('a non-public target', () => {
  const guarded = { allowPrivateTargets: false };

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://[::ffff:7f00:1]/',
  ])('is refused if written as %s, without a connection', async (url) => {
    const outcome = await sender({ ...guarded, dial: neverDialled }).send({ url, ...webhook });
    expect(outcome).toEqual(refusal('The URL must point to a public address.'));
  });

  test.each([
    ['loopback', ['127.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['mapped loopback', ['::ffff:127.0.0.1']],
    ['no address in its normal form', ['2130706433']],
    ['a public and a private address', [PUBLIC_ADDRESS, '10.0.0.7']],
    ['a private and a public address', ['fd00::1', PUBLIC_ADDRESS]],
  ])('is refused if its name resolves to %s, without a connection', async (_what, addresses) => {
    const lookup = resolving(...addresses);
    const outcome = await sender({ ...guarded, lookup, dial: neverDialled }).send({
      url: 'https://hooks.test/',
      ...webhook,
    });
    expect(outcome).toEqual(refusal(NOT_PUBLIC));
  });

  test('is refused if the system resolves a name to loopback', async () => {
    const lookup = async () => (await import('node:dns/promises')).lookup('localhost', { all: true });
    const outcome = await sender({ ...guarded, lookup, dial: neverDialled, deadlineMs: 5_000 }).send({
      url: 'https://hooks.test/',
      ...webhook,
    });
    expect(outcome).toEqual(refusal(NOT_PUBLIC));
  });

  test("isn't reached through DNS rebinding: DNS is asked once, and the socket gets that address", async () => {
    const target = await receiver(answering(`${OK}content-length: 0\r\n\r\n`));
    const answers = [PUBLIC_ADDRESS, '127.0.0.1'];
    let lookups = 0;
    const offered: unknown[] = [];
    const outcome = await sender({
      ...guarded,
      lookup: () => Promise.resolve([{ address: answers[lookups++] ?? '127.0.0.1', family: 4 }]),
      // Calls the socket's own resolver twice, as a rebinding attack would hope, and connects nowhere.
      dial: (options) => {
        const ask = () =>
          options.lookup?.('hooks.test', { all: true }, (_error, address) => offered.push(address));
        ask();
        ask();
        return new net.Socket();
      },
    }).send({ url: `http://hooks.test:${target.port}/`, ...webhook });
    expect(outcome).toEqual(refusal(TOO_LATE));
    expect(lookups).toBe(1);
    const pinned = [{ address: PUBLIC_ADDRESS, family: 4 }];
    expect(offered).toEqual([pinned, pinned]);
    expect(target.connections()).toBe(0);
  });

  test.each(['http', 'https'])('gets no byte over %s if a socket connects to it anyway', async (scheme) => {
    const target = await receiver((socket) => socket.resume());
    const outcome = await sender({
      ...guarded,
      lookup: resolving(PUBLIC_ADDRESS),
      dial: () => net.connect({ host: '127.0.0.1', port: target.port }),
    }).send({ url: `${scheme}://hooks.test/`, ...webhook });
    expect(outcome).toEqual(refusal(NOT_PUBLIC));
    await eventually(() => target.connections() === 1 && target.open() === 0);
    expect(target.received()).toBe('');
  });

  test('includes this service under any of its names', async () => {
    const outcome = await sender({ ...guarded, ownHosts: ['forms.test'], dial: neverDialled }).send({
      url: 'https://Forms.test./v1/f/contact',
      ...webhook,
    });
    expect(outcome).toEqual(refusal('The URL must not point to this service.'));
  });

  test('must be a valid URL', async () => {
    expect(await sender(guarded).send({ url: 'nonsense', ...webhook })).toEqual(
      refusal('The URL is not valid. Example: https://example.com/webhook'),
    );
  });
});

describe('the sender', () => {
  test("reports a name that doesn't exist or has no address", async () => {
    const missing = Object.assign(new Error('getaddrinfo ENOTFOUND hooks.test'), { code: 'ENOTFOUND' });
    const unresolved = refusal('The host name could not be resolved.');
    const url = 'http://hooks.test/';
    expect(await sender({ lookup: () => Promise.reject(missing) }).send({ url, ...webhook })).toEqual(
      unresolved,
    );
    expect(await sender({ lookup: resolving() }).send({ url, ...webhook })).toEqual(unresolved);
  });

  test("tries a name's next address if one refuses", async () => {
    const { port } = await receiver(answering(`${OK}content-length: 0\r\n\r\n`));
    const client = sender({ lookup: resolving('127.0.0.2', '127.0.0.1'), deadlineMs: 5_000 });
    expect(await client.send({ url: `http://hooks.test:${port}/`, ...webhook })).toMatchObject({
      status_code: 200,
    });
  });

  test('sends to several endpoints in parallel, even if one hangs', async () => {
    const stuck = await receiver((socket) => socket.resume());
    const good = await receiver(answering(`${OK}content-length: 0\r\n\r\n`));
    const client = sender();
    const ports = [stuck.port, good.port, stuck.port, good.port];
    const outcomes = await Promise.all(
      ports.map((port) => client.send({ url: `http://127.0.0.1:${port}/`, ...webhook })),
    );
    expect(outcomes.map((outcome) => outcome.status_code)).toEqual([0, 200, 0, 200]);
  });

  test('aborts requests in progress when closed, and sends nothing afterwards', async () => {
    const stuck = await receiver((socket) => socket.resume());
    const client = sender({ deadlineMs: 60_000 });
    const url = `http://127.0.0.1:${stuck.port}/`;
    const sending = client.send({ url, ...webhook });
    await eventually(() => stuck.received() !== '');
    await client.close();
    const shutDown = refusal('The sender was shut down before the response was complete.');
    expect(await sending).toEqual(shutDown);
    expect(await client.send({ url, ...webhook })).toEqual(shutDown);
    expect(stuck.connections()).toBe(1);
    await eventually(() => stuck.open() === 0);
  });

  test("throws on invalid headers, because that is the caller's mistake", async () => {
    const { port } = await receiver(answering(`${OK}content-length: 0\r\n\r\n`));
    const headers = { 'x-bad': 'a\r\nx-injected: 1' };
    await expect(sender().send({ url: `http://127.0.0.1:${port}/`, headers, body: '' })).rejects.toThrow(
      /header/,
    );
  });
});

function resolving(...addresses: string[]) {
  return () => Promise.resolve(addresses.map((address) => ({ address, family: net.isIP(address) || 4 })));
}

function neverDialled(): never {
  throw new Error('No connection may be attempted.');
}

function resetAfter(start: string): Behaviour {
  return (socket) =>
    socket.once('data', () => socket.write(start, () => setTimeout(() => socket.resetAndDestroy(), 50)));
}

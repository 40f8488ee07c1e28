import * as net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { answering, type Behaviour, dripping, flooding, startReceiver } from './webhook-receivers.ts';
import {
  DEADLINE_MS,
  SLACK_MS,
  sender,
  receiver,
  webhook,
  sendTo,
  refusal,
  eventually,
  OK,
  CLOSED,
  TOO_LATE,
  NOT_HTTP,
  WRONG_LENGTH,
  resolving,
  resetAfter,
} from './sender-fixture.ts';

describe('a response that is too long', () => {
  const piece = Buffer.alloc(64 * 1024, 'x');

  test.each([
    ['an endless body', `${OK}\r\n`],
    ['a huge body', `${OK}content-length: 10000000000\r\n\r\n`],
  ])("counts by its status after 16 KB of %s, and the rest isn't downloaded", async (_what, start) => {
    const flood = flooding(start, piece);
    const target = await receiver(flood.behaviour);
    const outcome = await sender({ deadlineMs: 5_000 }).send({
      url: `http://127.0.0.1:${target.port}/`,
      ...webhook,
    });
    expect(outcome).toMatchObject({ status_code: 200, response_excerpt: 'x'.repeat(1024), error: null });
    await eventually(() => target.open() === 0);
    expect(flood.sent()).toBeLessThan(32 * 1024 * 1024);
  });

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
    ['sends its headers byte by byte', dripping(OK, 'x-more: 1\r\n', 20), TOO_LATE],
    ['sends its status line byte by byte', dripping('HTTP/1.1 200 ', 'O', 20), TOO_LATE],
    ['sends one 103 after another', dripping('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 20), TOO_LATE],
    [
      'sends its body byte by byte',
      dripping(`${OK}\r\n`, 'x', 20),
      `HTTP 200, but the response was cut short: ${TOO_LATE}`,
    ],
    [
      'sends its trailers byte by byte',
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

  test('keeps the status of a 500 whose body arrives slowly', async () => {
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

  test('is not contacted if DNS responds only after the deadline', async () => {
    const target = await receiver(answering(`${OK}content-length: 0\r\n\r\n`));
    const lookup = () => delay(100, [{ address: '127.0.0.1', family: 4 }]);
    const url = `http://hooks.test:${target.port}/`;
    expect((await sender({ lookup, deadlineMs: 50 }).send({ url, ...webhook })).status_code).toBe(0);
    await delay(150);
    expect(target.connections()).toBe(0);
  });
});

describe('an endpoint that disconnects or sends invalid data', () => {
  const wrong: [string, Behaviour, string][] = [
    ['resets the connection at once', (socket) => socket.resetAndDestroy(), CLOSED],
    ['hangs up at once', (socket) => socket.end(), CLOSED],
    ['resets after the request', (socket) => socket.once('data', () => socket.resetAndDestroy()), CLOSED],
    ['sends an empty response', answering(''), CLOSED],
    ['stops in the headers', answering(`${OK}x-a: 1\r\n`), CLOSED],
    [
      'resets after its headers',
      resetAfter(`${OK}content-length: 9\r\n\r\n`),
      `HTTP 200, but the response was cut short: ${CLOSED}`,
    ],
    ['sends garbage', answering(Uint8Array.from({ length: 500 }, (_, index) => (index * 7) % 256)), NOT_HTTP],
    ["sends a mail server's greeting", (socket) => socket.write('220 mail.example.org ESMTP\r\n'), NOT_HTTP],
    ['answers with HTTP/2', answering('HTTP/2 200\r\n\r\n'), NOT_HTTP],
    ['sends a header without a colon', answering(`${OK}nonsense\r\n\r\n`), NOT_HTTP],
    ['sends two lengths', answering(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`), WRONG_LENGTH],
    [
      'sends a length and chunks',
      answering(`${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`),
      WRONG_LENGTH,
    ],
    ['sends 100 Continue and nothing else', answering('HTTP/1.1 100 Continue\r\n\r\n'), CLOSED],
    ['stops within a 100 response', answering('HTTP/1.1 100 Continue\r\nx-a: '), CLOSED],
    ['sends 100 Continue endlessly', answering('HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000)), NOT_HTTP],
    ['responds with a four-digit status', answering('HTTP/1.1 1000 OK\r\n\r\n'), NOT_HTTP],
    ['responds with a two-digit status', answering('HTTP/1.1 20 OK\r\n\r\n'), NOT_HTTP],
    [
      'switches protocols',
      answering('HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      NOT_HTTP,
    ],
  ];

  test.each(wrong)('fails with a clear error if it %s', async (_what, behaviour, error) => {
    const target = await receiver(behaviour);
    const outcome = await sender({ deadlineMs: 5_000 }).send({
      url: `http://127.0.0.1:${target.port}/`,
      ...webhook,
    });
    expect(outcome).toMatchObject({ status_code: 0, response_excerpt: null, error });
    expect(target.connections()).toBe(1);
    await eventually(() => target.open() === 0);
  });

  test('fails with a clear error if its body is shorter than announced', async () => {
    const outcome = await sendTo(answering(`${OK}content-length: 9\r\n\r\nabc`));
    expect(outcome).toMatchObject({ status_code: 0, response_excerpt: 'abc' });
    expect(outcome.error).toBe(`HTTP 200, but the response was cut short: ${CLOSED}`);
  });

  test('fails with a clear error if a chunk is malformed', async () => {
    const outcome = await sendTo(answering(`${OK}transfer-encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n`));
    expect(outcome).toMatchObject({ status_code: 0, response_excerpt: 'ok' });
    expect(outcome.error).toBe(`HTTP 200, but the response was cut short: ${NOT_HTTP}`);
  });

  test("fails with a clear error that doesn't name the address if no server is listening", async () => {
    const target = await startReceiver(() => undefined);
    await target.close();
    const outcome = await sender().send({ url: `http://127.0.0.1:${target.port}/`, ...webhook });
    expect(outcome).toEqual(refusal('The endpoint refused the connection.'));
  });
});

import { answering, type Behaviour } from './webhook-receivers.ts';
import { sender, receiver, webhook, sendTo, refusal, eventually, OK, resolving } from './sender-fixture.ts';

describe('a webhook whose endpoint responds', () => {
  test('gets a POST request with exactly the given headers and bytes', async () => {
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

  test('succeeds if the response is a 204 without a body', async () => {
    const outcome = await sendTo(answering('HTTP/1.1 204 No Content\r\n\r\n'));
    expect(outcome).toMatchObject({ status_code: 204, response_excerpt: null, error: null });
  });

  test('succeeds if the response body ends when the connection closes', async () => {
    expect(await sendTo(answering(`${OK}\r\nthanks`))).toMatchObject({
      status_code: 200,
      response_excerpt: 'thanks',
    });
  });

  test('succeeds if the response has a chunked body and trailers', async () => {
    const chunked = `${OK}transfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n2\r\nok\r\n0\r\nx-sum: 7\r\n\r\n`;
    expect(await sendTo(answering(chunked))).toMatchObject({
      status_code: 200,
      response_excerpt: 'ok',
      error: null,
    });
  });

  test('waits for the final response after a 102 or 103', async () => {
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

  test('fails with the status and an excerpt of the response if it is a 500', async () => {
    const outcome = await sendTo(answering('HTTP/1.1 500 Oops\r\ncontent-length: 5\r\n\r\nboom\n'));
    expect(outcome).toMatchObject({ status_code: 500, response_excerpt: 'boom\n', error: 'HTTP 500' });
  });

  test("keeps a failure's status if its body is incomplete", async () => {
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

  test('opens a new connection for every request and closes it afterwards', async () => {
    const target = await receiver((socket) =>
      socket.on('data', () => socket.write(`${OK}connection: keep-alive\r\ncontent-length: 0\r\n\r\n`)),
    );
    const client = sender();
    const url = `http://127.0.0.1:${target.port}/`;
    for (let sends = 0; sends < 3; sends += 1) await client.send({ url, ...webhook });
    expect(target.connections()).toBe(3);
    await eventually(() => target.open() === 0);
  });

  test('uses a response that arrives before a large request has been sent completely', async () => {
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

  test("tries a host name's next address if one refuses the connection", async () => {
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

  test('aborts requests in progress when it is closed and sends nothing afterwards', async () => {
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

  test("throws an error on invalid headers, because that is the caller's mistake", async () => {
    const { port } = await receiver(answering(`${OK}content-length: 0\r\n\r\n`));
    const headers = { 'x-bad': 'a\r\nx-injected: 1' };
    await expect(sender().send({ url: `http://127.0.0.1:${port}/`, headers, body: '' })).rejects.toThrow(
      /header/,
    );
  });
});

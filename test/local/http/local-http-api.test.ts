/**
 * Tests the runner's HTTP front end with real functions: API Gateway events, routes, CORS, limits and the
 * gateway's own responses.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { once } from 'node:events';
import { connect } from 'node:net';
import { RunningSample } from '../running-sample.ts';

let sample: RunningSample;
beforeAll(async () => {
  sample = await RunningSample.start();
});
afterAll(() => sample.stop());

const echo = async (path: string, init?: RequestInit): Promise<APIGatewayProxyEventV2> => {
  const response = await fetch(`${sample.url}${path}`, init);
  expect(response.status).toBe(200);
  return ((await response.json()) as { event: APIGatewayProxyEventV2 }).event;
};

describe('the event', () => {
  test('has the format of payload version 2.0', async () => {
    const event = await echo('/echo/a%2Fb%20c?x=1&x=2&y=%C3%A4', {
      method: 'POST',
      headers: { 'X-Mixed': 'Case', 'content-type': 'application/json', cookie: 'a=1; b=2' },
      body: '{"name":"Ädä"}',
    });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /echo/{id}',
      rawPath: '/echo/a/b c',
      rawQueryString: 'x=1&x=2&y=%C3%A4',
      cookies: ['a=1', 'b=2'],
      headers: { 'x-mixed': 'Case', 'content-length': '16', 'x-forwarded-for': '127.0.0.1' },
      queryStringParameters: { x: '1,2', y: 'ä' },
      pathParameters: { id: 'a/b c' },
      body: '{"name":"Ädä"}',
      isBase64Encoded: false,
      requestContext: {
        accountId: '000000000000',
        domainName: '127.0.0.1',
        http: { method: 'POST', path: '/echo/a/b c', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
        routeKey: 'POST /echo/{id}',
        stage: '$default',
      },
    });
    expect(event.headers['cookie']).toBeUndefined();
    expect(event.requestContext.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    expect(event.requestContext.timeEpoch).toBeLessThanOrEqual(Date.now());
  });

  test('joins repeated headers and appends the client to x-forwarded-for', async () => {
    const event = await echo('/echo/1', {
      headers: [
        ['x-a', '1'],
        ['x-a', '2'],
        ['x-forwarded-for', '9.9.9.9'],
      ],
    });
    expect(event.headers['x-a']).toMatch(/^1, ?2$/);
    expect(event.headers['x-forwarded-for']).toBe('9.9.9.9, 127.0.0.1');
    expect(event.body).toBeUndefined();
  });

  test.each([
    ['application/x-www-form-urlencoded', 'a=1', 'YT0x', true],
    ['multipart/form-data; boundary=x', '--x--', 'LS14LS0=', true],
    ['text/plain', 'a=1', 'a=1', false],
    ['application/json; charset=utf-8', '{}', '{}', false],
  ])('passes a %s body in the same way as API Gateway', async (type, sent, body, isBase64Encoded) => {
    const event = await echo('/echo/1', { method: 'POST', headers: { 'content-type': type }, body: sent });
    expect(event).toMatchObject({ body, isBase64Encoded });
  });

  test('passes non-UTF-8 bytes in base64, whatever their content type', async () => {
    const body = new Uint8Array([0xff, 0xfe]);
    const headers = { 'content-type': 'application/json' };
    const event = await echo('/echo/1', { method: 'POST', headers, body });
    expect(event).toMatchObject({ body: '//4=', isBase64Encoded: true });
  });

  test('goes to $default if no route matches', async () => {
    expect((await echo('/nowhere', { method: 'DELETE' })).routeKey).toBe('$default');
    expect((await echo('/echo/1', { method: 'PUT' })).routeKey).toBe('$default');
  });
});

describe('the response', () => {
  const get = (query: string): Promise<Response> => fetch(`${sample.url}/http?${query}`);

  test('is inferred from a result without statusCode', async () => {
    const response = await get('does=infer');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual({ hello: 'world' });
  });

  test('includes cookies and headers', async () => {
    const response = await get('does=cookies');
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('x-own')).toBe('y');
    expect(response.headers.get('access-control-allow-origin')).toBe('x');
  });

  test('can be binary', async () => {
    expect([...new Uint8Array(await (await get('does=binary')).arrayBuffer())]).toEqual([0, 255]);
  });

  test.each(['throw', 'nonsense', 'exit', 'hang'])(
    "is API Gateway's 500 if the function does this: %s",
    async (does) => {
      const response = await get(`does=${does}`);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ message: 'Internal Server Error' });
    },
  );

  test('comes from a new thread after a crash or timeout', async () => {
    await Promise.all([get('does=exit'), get('does=hang')]);
    expect((await get('does=infer')).status).toBe(200);
    expect(sample.errors.join()).toContain('Task timed out after 1.00 seconds');
    expect(sample.errors.join()).toContain('exit status 3');
  });

  test("is a 500 if it exceeds Lambda's limit", async () => {
    expect((await get('does=large&bytes=6000000')).status).toBe(200);
    expect((await get('does=large&bytes=6300000')).status).toBe(500);
  });
});

describe('a function', () => {
  test('sees only its own environment variables', async () => {
    process.env['SVC_TEST_SECRET'] = 'must not be seen';
    const environment = await (await fetch(`${sample.url}/http?does=environment`)).json();
    delete process.env['SVC_TEST_SECRET'];
    expect(environment).toMatchObject({
      TABLE: expect.stringMatching(/^Items/),
      QUEUE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/000000000000\/Jobs/),
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: expect.stringMatching(/^Http/),
      AWS_ENDPOINT_URL_DYNAMODB: sample.stack.endpoints.dynamodb,
    });
    expect(Object.keys(environment as object)).not.toContain('SVC_TEST_SECRET');
    expect(Object.keys(environment as object)).not.toContain('HOME');
  });
});

describe('limits', () => {
  const post = (bytes: number): Promise<Response> =>
    fetch(`${sample.url}/echo/1`, { method: 'POST', body: Buffer.alloc(bytes, 'a') });

  test('a body over 10 MB is refused by API Gateway', async () => {
    const response = await post(10_485_761);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ message: 'HTTP content length exceeded 10485760 bytes.' });
  });

  test("a body over 10 MB is also refused if its length wasn't announced", async () => {
    const chunks = (function* () {
      for (let i = 0; i < 11; i += 1) yield Buffer.alloc(1_048_576);
    })();
    const response = await fetch(`${sample.url}/echo/1`, {
      method: 'POST',
      body: ReadableStream.from(chunks),
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });

  test('an event over 6 MB is refused by Lambda', async () => {
    const response = await post(5_000_000);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ message: 'Request Too Long' });
  });
});

test('OPTIONS requests go to their route, or to $default', async () => {
  expect((await echo('/any', { method: 'OPTIONS' })).requestContext.http.method).toBe('OPTIONS');
  expect((await echo('/echo/1', { method: 'OPTIONS' })).routeKey).toBe('$default');
});

describe('the server survives', () => {
  const raw = async (text: string, end = false): Promise<string> => {
    const socket = connect(Number(new URL(sample.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    if (end) socket.destroy();
    await once(socket, 'close');
    return answer;
  };

  afterEach(async () => {
    expect((await echo('/echo/still-there')).pathParameters).toEqual({ id: 'still-there' });
  });

  test('invalid HTTP', async () => {
    expect(await raw('hello\r\n\r\n')).toContain('400 Bad Request');
  });

  test('headers that are too long', async () => {
    const withHeaderOf = (bytes: number): Promise<string> =>
      raw(`GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: ${'y'.repeat(bytes)}\r\n\r\n`);
    expect(await withHeaderOf(20_000)).toContain('431 Request Header Fields Too Large');
    expect(await withHeaderOf(40_000)).toContain('431 Request Header Fields Too Large');
  });

  test('two Host headers', async () => {
    const lines = 'host: x\r\nHost: evil.example\r\nconnection: close\r\n\r\n';
    expect(await raw(`GET /echo/1 HTTP/1.1\r\n${lines}`)).toContain('400 Bad Request');
    expect(await raw(`POST /echo/1 HTTP/1.1\r\nexpect: 100-continue\r\n${lines}`)).toMatch(
      /^HTTP\/1\.1 400 Bad Request/,
    );
  });

  test('a client that disconnects while sending its body', async () => {
    await raw('POST /echo/1 HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nab', true);
  });

  test('unusual targets', async () => {
    expect(await raw('GET /%ff/%zz?%=&& HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toContain(
      '200 OK',
    );
    expect(await raw('GET //echo//1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toContain('$default');
  });
});

/** Tests the API stage's throttling with a fake clock. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Functions } from '../../../local/functions/functions.ts';
import { httpApiOf } from '../../../local/http/local-http-api.ts';
import { tokenBucket } from '../../../local/http/stage-throttle.ts';
import { Stack } from '../../../local/template/stack.ts';

test('allows a burst and then as many requests as the rate permits', () => {
  let now = 0;
  const letsThrough = tokenBucket({ rate: 10, burst: 3 }, () => now);
  const through = (requests: number): number =>
    Array.from({ length: requests }, letsThrough).filter(Boolean).length;
  expect(through(5)).toBe(3);
  now += 99;
  expect(through(1)).toBe(0);
  now += 101;
  expect(through(5)).toBe(2);
  now += 60_000;
  expect(through(5)).toBe(3);
});

test('allows all requests if there is no limit', () => {
  const letsThrough = tokenBucket({ rate: Infinity, burst: Infinity }, () => 0);
  expect(Array.from({ length: 100 }, letsThrough)).not.toContain(false);
});

describe('the API', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'svc-test-api-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function api(settings: object) {
    const cors = { allowOrigins: ['*'], exposeHeaders: ['retry-after'] };
    const Resources = {
      Api: {
        Type: 'AWS::ApiGatewayV2::Api',
        Properties: { Body: { paths: {}, 'x-amazon-apigateway-cors': cors } },
      },
      Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { DefaultRouteSettings: settings } },
    };
    writeFileSync(path.join(folder, 'a.template.json'), JSON.stringify({ Resources }));
    writeFileSync(path.join(folder, 'a.assets.json'), '{}');
    const addresses = { sqsEndpoint: 'http://127.0.0.1:1', apiEndpoint: 'http://127.0.0.1:2' };
    const answer = httpApiOf(Stack.read(folder, 'a', addresses), new Functions([]), () => 0);
    return (rawHeaders = ['origin', 'https://a.example'], url = '/') => {
      const head = {
        method: 'GET',
        url,
        httpVersion: '1.1',
        address: '127.0.0.1',
        rawHeaders,
      };
      const request = { head, body: Buffer.alloc(0), port: 1 };
      return answer({ ...request, requestId: 'r', receivedAt: new Date(0) });
    };
  }

  test('returns 429 in the same way as API Gateway', async () => {
    const call = api({ ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 });
    expect([(await call()).status, (await call()).status]).toEqual([404, 404]);
    const { status, headers, body } = await call();
    expect(status).toBe(429);
    expect(Buffer.from(body).toString()).toBe('{"message":"Too Many Requests"}');
    expect(headers).toEqual({ 'content-type': 'application/json' });
  });

  test('accepts up to 10,240 bytes in the request line and header values', async () => {
    const call = api({});
    // "GET / HTTP/1.1" is 14 bytes.
    expect((await call(['x', 'v'.repeat(10_226)])).status).toBe(404);
    const refused = await call(['x', 'v'.repeat(10_227)]);
    expect(refused.status).toBe(431);
    expect(Buffer.from(refused.body).toString()).toBe('{"message":"Request Header Fields Too Large"}');
    expect((await call([], `/${'p'.repeat(10_227)}`)).status).toBe(431);
  });
});

/**
 * Tests the edge checks that run before a handler: determining the client's address, and refusing requests
 * that bypass the edge.
 */
import type { Context } from 'aws-lambda';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loggedErrorsOf } from '../support/aws/logged-errors.ts';
import { httpHandler } from '../../lambdas/http/http-handler.ts';
import type { Operation } from '../../lambdas/http/operation.ts';
import { operations } from '../../lambdas/api/operations.ts';
import { entryOf } from '../../lambdas/api/shared-functions.ts';
import { secretArn, startSecrets, type TestSecrets } from '../support/emulators/secrets.ts';
import { gatewayEvent } from '../support/service/gateway-event.ts';

const NEW = 'n'.repeat(40);
const OLD = 'o'.repeat(40);
const SECRETS = { EDGE_SECRET_ARNS: `${secretArn('New')} ${secretArn('Old')}` };

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startSecrets({ [secretArn('New')]: NEW, [secretArn('Old')]: OLD });
});
afterAll(() => secrets.stop());

const EDGE = '192.0.2.1';

const operation = {
  name: 'open',
  folder: 'test',
  tag: 'test',
  method: 'GET',
  path: '/open',
  access: 'public',
  scope: null,
  summary: '',
} as const satisfies Operation;

afterEach(() => {
  delete process.env['EDGE_SECRET_ARNS'];
  delete process.env['EDGE_ONLY'];
});

/** Returns a handler that responds with the address and secret passed to its operation. */
function handlerWith(variables: Record<string, string>) {
  Object.assign(process.env, variables);
  const handle = httpHandler(operation, { baseUrl: 'https://forms.test' }, ({ event }) => ({
    status: 200,
    body: { from: event.requestContext.http.sourceIp, secret: event.headers['svc-edge-secret'] ?? null },
  }));
  return async (headers: Record<string, string>, method = 'GET') => {
    const event = gatewayEvent({ method, path: '/open', headers, sourceIp: EDGE });
    const { statusCode, body } = await handle(event, { awsRequestId: 'test' } as Context);
    return { statusCode, body: body === undefined ? undefined : JSON.parse(body) };
  };
}
const FORWARDED = `203.0.113.9, 198.51.100.1, ${EDGE}`;

it.each([NEW, OLD])(
  "uses the edge's client address if the secret is valid and hides the secret: %s",
  async (secret) => {
    const ask = handlerWith(SECRETS);
    const answer = await ask({ 'svc-edge-secret': secret, 'x-forwarded-for': FORWARDED });
    expect(answer).toEqual({ statusCode: 200, body: { from: '198.51.100.1', secret: null } });
  },
);

const FORGED: Record<string, string>[] = [
  {},
  { 'x-forwarded-for': FORWARDED },
  { 'x-forwarded-for': FORWARDED, 'svc-edge-secret': '' },
  { 'x-forwarded-for': FORWARDED, 'svc-edge-secret': 'x'.repeat(40) },
  // The gateway joins repeated headers with commas.
  { 'x-forwarded-for': FORWARDED, 'svc-edge-secret': `${NEW},${NEW}` },
  { 'x-forwarded-for': FORWARDED, 'svc-edge-secret': `${NEW},${OLD}` },
  // The gateway converts all header names to lowercase, so a function never sees this spelling.
  { 'x-forwarded-for': FORWARDED, 'Svc-Edge-Secret': NEW },
  {
    'cloudfront-viewer-address': '203.0.113.9:443',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
  },
];

it('accepts the requested host only from the edge', async () => {
  Object.assign(process.env, SECRETS);
  const handle = httpHandler(operation, { baseUrl: 'https://forms.test' }, ({ event }) => ({
    status: 200,
    body: event.headers['host'],
  }));
  const hostWith = async (headers: Record<string, string>) => {
    const event = gatewayEvent({ method: 'GET', path: '/open', headers: { host: 'api.test', ...headers } });
    return JSON.parse((await handle(event, { awsRequestId: 'test' } as Context)).body ?? '');
  };
  const called = { 'x-forwarded-host': 'forms.test' };
  expect(await hostWith({ ...called, 'svc-edge-secret': NEW })).toBe('forms.test');
  expect(await hostWith({ 'svc-edge-secret': NEW })).toBe('api.test');
  expect(await hostWith({ ...called, 'svc-edge-secret': 'guessed' })).toBe('api.test');
  expect(await hostWith(called)).toBe('api.test');
});

it.each(FORGED)('uses the connecting address despite %j', async (headers) => {
  const answer = await handlerWith(SECRETS)(headers);
  expect(answer).toEqual({ statusCode: 200, body: { from: EDGE, secret: null } });
});

it('trusts no headers if there is no edge', async () => {
  const answer = await handlerWith({})({ 'svc-edge-secret': NEW, 'x-forwarded-for': FORWARDED });
  expect(answer).toEqual({ statusCode: 200, body: { from: EDGE, secret: null } });
});

describe("if the secrets can't be read", () => {
  it.each<Record<string, string>>([{}, { EDGE_ONLY: 'true' }])(
    'returns 503 to a request with any secret and logs the reason in one line: %j',
    async (also) => {
      const missing = secretArn(`Missing${Object.keys(also).join('')}`);
      const { logged } = await loggedErrorsOf(async () => {
        const ask = handlerWith({ EDGE_SECRET_ARNS: `${secretArn('New')} ${missing}`, ...also });
        for (const secret of [NEW, OLD, 'x'])
          expect(await ask({ 'svc-edge-secret': secret, 'x-forwarded-for': FORWARDED })).toMatchObject({
            statusCode: 503,
            body: { type: 'https://forms.test/problems/unavailable' },
          });
        // Other requests don't depend on the secrets.
        expect(await ask({ 'x-forwarded-for': FORWARDED })).toMatchObject({
          statusCode: Object.keys(also).length === 0 ? 200 : 404,
        });
      });
      const own = logged.filter(({ message }) => message === 'Failed to read edge secrets');
      expect(own.map(({ error }) => error.name)).toEqual(['SecretNotRead']);
      expect(JSON.stringify(logged)).not.toMatch(/n{40}|o{40}/);
    },
  );
});

describe('with all requests required to come through the edge', () => {
  const ONLY = { ...SECRETS, EDGE_ONLY: 'true' };

  it.each(FORGED)('returns 404 with %j, whatever the method', async (headers) => {
    const ask = handlerWith(ONLY);
    for (const method of ['GET', 'OPTIONS', 'POST'])
      expect(await ask(headers, method)).toMatchObject({
        statusCode: 404,
        body: { type: 'https://forms.test/problems/not-found', status: 404 },
      });
  });

  it('accepts requests that come through the edge', async () => {
    const answer = await handlerWith(ONLY)({ 'svc-edge-secret': OLD, 'x-forwarded-for': FORWARDED });
    expect(answer).toEqual({ statusCode: 200, body: { from: '198.51.100.1', secret: null } });
  });

  it('covers every operation, because the same function builds every handler', () => {
    const makers = Object.values<Operation>(operations).map((each) => {
      const source = readFileSync(join(import.meta.dirname, '../../lambdas', `${entryOf(each)}.ts`), 'utf8');
      return /^export const handler = (\w+)\(/m.exec(source)?.[1];
    });
    expect(makers.length).toBeGreaterThan(70);
    // `managementHandler` and `postHandler` call `httpHandler`.
    expect([...new Set(makers)].toSorted()).toEqual(['httpHandler', 'managementHandler', 'postHandler']);
  });
});

/** Calls every operation and checks the headers that must follow the same rule in all responses. */
import type { Context } from 'aws-lambda';
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import { httpHandler } from '../../lambdas/http/http-handler.ts';
import type { Operation } from '../../lambdas/http/operation.ts';
import { makeEverything } from '../support/samples/one-of-everything.ts';
import { gatewayEvent } from '../support/service/gateway-event.ts';
import { callUnmatched, type Answered } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

/**
 * Operations that return secrets, sessions, tokens, exports or file links. Their responses must never be
 * cached.
 */
const NEVER_STORED = [
  'createApiKey',
  'rollApiKey',
  'createWebhook',
  'createAccountWebhook',
  'updateWebhook',
  'createOauthClient',
  'rotateOauthClientSecret',
  'exportSubmissions',
  'getFile',
  'getDataRequest',
  'getMe',
  'createSession',
  'signOut',
  'mcp',
];

/** Operations that respond in the same way to all callers, with the expected `Cache-Control` header. */
const PUBLIC: Readonly<Partial<Record<OperationName, string>>> = {
  getHome: 'public, max-age=300',
  getOpenapi: 'public, max-age=300',
  getProblemType: 'public, max-age=300',
  getFormScript: 'public, max-age=300',
  getOauthMetadata: 'public, max-age=3600',
  getProtectedResource: 'public, max-age=3600',
  // The asset names contain a version, but the pages that load the assets must always be current.
  getDocs: 'no-cache',
  getConsole: 'no-cache',
};

/**
 * Operations that respond to submissions with a page. Forms are often embedded in frames, and the response
 * page appears in the same frame.
 */
const MAY_BE_FRAMED = ['submitForm', 'createUpload', 'getThanks', 'getFormPage'];

/** The console shows previews in a frame. */
const FRAMED_BY_CONSOLE = ['getPreview'];

const SAME_ORIGIN_ONLY = ['askConsent', 'answerConsent'];

const BROWSER = { accept: 'text/html', origin: 'https://www.example.com' };

/** Returns the websites that may show an operation's pages in a frame. Error pages can be stricter. */
function framesOf(name: string): (string | undefined)[] {
  if (MAY_BE_FRAMED.includes(name)) return [undefined];
  return FRAMED_BY_CONSOLE.includes(name) ? ["'self'", "'none'"] : ["'none'"];
}

let service: TestOperations;
beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

/** Returns the problems with a response's headers. */
function faultsOf({ name, access }: Operation, { status, headers, text }: Answered): string[] {
  const {
    'cache-control': cacheControl,
    'content-type': type = '',
    'content-security-policy': policy = '',
    'access-control-allow-origin': readableFrom,
    vary = '',
  } = headers;
  const isPrivate = access !== 'public' && access !== 'ingest' && !NEVER_STORED.includes(name);
  const isPage = type.startsWith('text/html');
  // The home page isn't cached, because its content depends on the visitor's language.
  const isKnown = status < 300 && !(name === 'getHome' && isPage);
  const known = isKnown ? PUBLIC[name as OperationName] : undefined;
  const expected = known ?? (isPrivate && !isPage ? 'private, no-cache' : 'no-store');
  return [
    cacheControl !== expected && `cache-control: ${cacheControl} instead of ${expected}`,
    isPrivate && !/^Authorization, Cookie(, |$)/.test(vary) && `vary: ${vary}`,
    headers['x-content-type-options'] !== 'nosniff' && 'no nosniff',
    // The service in these tests uses http.
    headers['strict-transport-security'] !== undefined && 'HSTS over http',
    isPage && !framesOf(name).includes(/frame-ancestors ([^;]*)/.exec(policy)?.[1]) && `frames: ${policy}`,
    readableFrom !== (SAME_ORIGIN_ONLY.includes(name) ? undefined : '*') && `readable from: ${readableFrom}`,
    isPage && text === '' && 'an empty page',
  ].filter((fault) => fault !== false);
}

it('sends the required headers in every response of every operation', async () => {
  const everything = await makeEverything(service.stores, service.call);
  const faults: string[] = [];
  const statuses = new Set<number>();
  const changesLast = Object.values(operations as Record<OperationName, Operation>).toSorted(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  );
  for (const operation of changesLast) {
    const sent = { path: everything.pathOf(operation), body: everything.bodyOf(operation) };
    for (const [how, more] of Object.entries({
      'no key': {},
      'a wrong key': { key: 'svc_mgmt_wrong' },
      'a wrong parameter': { key: everything.key, query: { nonsense: '1' } },
      'a browser': { headers: BROWSER },
      'a key': { key: everything.key },
    })) {
      const answered = await service.call(operation.name as OperationName, { ...sent, ...more });
      statuses.add(answered.status);
      for (const fault of faultsOf(operation, answered))
        faults.push(`${operation.name} with ${how} → ${answered.status}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
  expect([...statuses].toSorted()).toEqual(expect.arrayContaining([200, 201, 204, 401, 404, 422]));
}, 120_000);

it.each(['/nothing', '/v1/f/contact/nothing/more', '/de/api/nothing/more'])(
  'sends them in the 404 response to %s',
  async (path) => {
    const { status, headers } = await callUnmatched({ method: 'GET', path, headers: {} });
    expect([status, headers]).toMatchObject([
      404,
      {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
      },
    ]);
  },
);

describe('the consent page', () => {
  const send = (name: 'askConsent' | 'getForm', method: string) => async () => {
    const { handler } = await import(
      name === 'askConsent' ? '../../lambdas/connections/ask-consent.ts' : '../../lambdas/forms/get-form.ts'
    );
    const event = gatewayEvent({
      method,
      path: operations[name].path,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    });
    return handler(event, { awsRequestId: 'test' }) as Promise<{
      statusCode: number;
      headers: Record<string, string>;
    }>;
  };
  const corsOf = (headers: Record<string, string>) =>
    Object.keys(headers).filter((name) => name.toLowerCase().startsWith('access-control-'));

  it("sends no CORS headers to other websites' scripts, not even in preflight responses", async () => {
    const preflight = await send('askConsent', 'OPTIONS')();
    expect([preflight.statusCode, corsOf(preflight.headers)]).toEqual([204, []]);
    const read = await send('askConsent', 'GET')();
    expect([read.statusCode, corsOf(read.headers)]).toEqual([400, []]);
  });

  it('is the exception: all other operations allow every preflight request', async () => {
    const { statusCode, headers } = await send('getForm', 'OPTIONS')();
    const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    expect([statusCode, Object.fromEntries(lowerCase)]).toMatchObject([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': '*',
        'access-control-allow-headers': 'authorization,*',
        'access-control-max-age': '3600',
      },
    ]);
  });
});

describe('Strict-Transport-Security', () => {
  const ofStage = async (baseUrl: string, value?: string) => {
    if (value === undefined) delete process.env['STRICT_TRANSPORT_SECURITY'];
    else process.env['STRICT_TRANSPORT_SECURITY'] = value;
    const event = gatewayEvent({ method: 'GET', path: '/v1/health' });
    const handler = httpHandler(operations.health, { baseUrl }, () => ({ status: 200, body: {} }));
    const { headers } = await handler(event, { awsRequestId: 'test' } as Context);
    return headers?.['strict-transport-security'];
  };
  afterAll(() => {
    delete process.env['STRICT_TRANSPORT_SECURITY'];
  });

  it('is valid for a year, covers only this host, and is sent only over https', async () => {
    expect(await ofStage('https://forms.example')).toBe('max-age=31536000');
    expect(await ofStage('http://127.0.0.1:3000')).toBeUndefined();
  });

  it("has the value from the stage's settings", async () => {
    const value = 'max-age=31536000; includeSubDomains; preload';
    expect(await ofStage('https://forms.example', value)).toBe(value);
  });
});

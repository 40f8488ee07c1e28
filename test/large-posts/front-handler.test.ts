/**
 * Tests the streaming function when all requests must come through the edge. The function's own endpoint is
 * public.
 */
import { bodyInMemory } from '../../lambdas/http/body/received-body.ts';
import type { IngestDeps } from '../../lambdas/ingest/ingest-deps.ts';
import { isFromEdge } from '../../lambdas/core/web/edge.ts';
import { frontHandler, receivedThroughEdge } from '../../lambdas/large-posts/front-handler.ts';
import { secretArn, startSecrets, type TestSecrets } from '../support/emulators/secrets.ts';
import { gatewayEvent } from '../support/service/gateway-event.ts';

const SECRET = 's'.repeat(40);
const verifyEdge = (headers: Parameters<typeof isFromEdge>[0]) =>
  Promise.resolve(isFromEdge(headers, [SECRET]));

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startSecrets({ [secretArn('Front')]: SECRET });
});
afterAll(() => secrets.stop());
afterEach(() => {
  delete process.env['EDGE_SECRET_ARNS'];
  delete process.env['EDGE_ONLY'];
});

/** Returns a request handler that records the slugs that it looks up, and never finds a form. */
function front(lookedFor: string[]) {
  const stores = {
    findForm: (slug: string) => (lookedFor.push(slug), Promise.resolve(undefined)),
    files: {},
  };
  const config = { now: () => 0, random: () => 0 };
  return frontHandler({
    ingest: {
      stores,
      config,
      principals: {},
      refusals: { count: () => Promise.resolve() },
    } as unknown as IngestDeps,
    baseUrl: 'https://forms.test',
    verifyEdge,
    now: () => 0,
  });
}
async function post(headers: Record<string, string>) {
  const lookedFor: string[] = [];
  const event = gatewayEvent({
    method: 'POST',
    path: '/v1/f/contact',
    pathParameters: { slug: 'contact' },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  const { statusCode, body } = await front(lookedFor)(event, bodyInMemory(Buffer.from('a=b')));
  return { statusCode, type: JSON.parse(body ?? '{}').type, lookedFor };
}

it('refuses a submission that bypasses the edge before it looks up the form', async () => {
  Object.assign(process.env, { EDGE_SECRET_ARNS: secretArn('Front'), EDGE_ONLY: 'true' });
  for (const secret of ['', 'guessed', `${SECRET},${SECRET}`])
    expect(await post(secret === '' ? {} : { 'svc-edge-secret': secret })).toEqual({
      statusCode: 404,
      type: 'https://forms.test/problems/not-found',
      lookedFor: [],
    });
  expect(await post({ 'svc-edge-secret': SECRET })).toMatchObject({ lookedFor: ['contact'] });
});

it('accepts submissions that bypass the edge by default', async () => {
  Object.assign(process.env, { EDGE_SECRET_ARNS: secretArn('Front') });
  expect(await post({})).toMatchObject({ lookedFor: ['contact'] });
});

it.each([
  [true, undefined, false],
  [true, 'guessed', false],
  [true, SECRET, true],
  [false, undefined, true],
])(
  'with the edge required (%s), accepts a body sent directly with secret %s: %s',
  async (only, secret, received) => {
    const headers: Record<string, string> = secret === undefined ? {} : { 'svc-edge-secret': secret };
    const event = gatewayEvent({ method: 'POST', path: '/v1/f/contact', headers });
    await expect(receivedThroughEdge(only, verifyEdge)(event)).resolves.toBe(received);
  },
);

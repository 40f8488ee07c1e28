/**
 * Tests a service behind an edge with a firewall: requests can't bypass the edge, and clients can't forge the
 * address used for rate limiting.
 */
import { FORGED_HEADERS, sendRaw, type RawRequest } from '../support/service/client-with-headers.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const NEW = 'n'.repeat(40);
const OLD = 'o'.repeat(40);
/** Host name for reaching the runner's API directly, like an API's default host name on AWS. */
const API = 'api.localhost';
const FORM = 'application/x-www-form-urlencoded';

let service: RunningService;
beforeAll(async () => {
  const settings = {
    largePosts: false,
    edge: true,
    edgeSecrets: [NEW, OLD],
    // The runner has no firewall. This setting only makes the runner reject requests that bypass the edge.
    webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/forms/11111111-2222',
  };
  service = await startService({ env: { SVC_SETTINGS: JSON.stringify(settings) } });
}, 60_000);
afterAll(() => service.stop());

const send = (path: string, request?: RawRequest) => sendRaw(service.baseUrl, path, request);
async function makeForm(rateLimit: number): Promise<{ id: string; slug: string }> {
  const { status, body } = await service.manage('POST', '/v1/forms', { name: 'Edge', rate_limit: rateLimit });
  expect(status).toBe(201);
  return body;
}
const post = async (slug: string, request: RawRequest) => {
  const headers = { ...request.headers, 'content-type': FORM };
  const { status } = await send(`/v1/f/${slug}`, { ...request, method: 'POST', headers, body: 'a=b' });
  return status;
};
const countOf = async ({ id }: { id: string }): Promise<number> => {
  const { body } = await service.manage('GET', `/v1/forms/${id}/submissions`);
  return body.data.length;
};

it('counts each client behind the edge by its address', async () => {
  const form = await makeForm(FORGED_HEADERS.length);
  for (const headers of FORGED_HEADERS) expect(await post(form.slug, { headers })).toBe(201);
  for (const headers of FORGED_HEADERS) expect(await post(form.slug, { headers })).toBe(429);
  expect(await post(form.slug, { from: '127.0.0.2' })).toBe(201);
});

it('redirects people to the issuer, after moving them to the canonical host', async () => {
  const ask = async (host: string, forged?: string) => {
    const headers = { host, ...(forged !== undefined && { 'x-forwarded-host': forged }) };
    const { status, location } = await send('/console/sign-in', { headers });
    expect(status).toBe(302);
    return location;
  };
  const own = new URL(service.baseUrl).host;
  const atIssuer = expect.stringMatching(/^http:\/\/localhost:\d+\/.*client_id=/);
  expect(await ask(own)).toEqual(atIssuer);
  expect(await ask(own, 'evil.example')).toEqual(atIssuer);
  expect(await ask('forms.localhost')).toBe(`${service.baseUrl}/console/sign-in`);
  expect(await ask('forms.localhost', own)).toBe(`${service.baseUrl}/console/sign-in`);
});

it('serves files that CloudFront may cache', async () => {
  const script = await service.request('/v1/forms.js');
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  const page = await (await service.request('/docs')).text();
  const [asset = ''] = /\/docs\/assets\/[\w.-]+/.exec(page) ?? [];
  const found = await fetchUnchecked(`${service.baseUrl}${asset}`);
  expect([found.status, found.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
});

describe('bypassing the edge', () => {
  it.each(FORGED_HEADERS)('returns 404 to a client that sends %j', async (forged) => {
    const { management_key: key } = service.outputs;
    const form = await makeForm(1);
    const headers = { ...forged, host: API };
    const authorization = `Bearer ${key}`;
    const requests: [string, RawRequest][] = [
      ['/v1/health', {}],
      ['/docs', { headers: { accept: 'text/html' } }],
      ['/v1/forms', { headers: { authorization } }],
      [`/v1/f/${form.slug}`, { method: 'POST', headers: { 'content-type': FORM }, body: 'a=b' }],
      [`/v1/f/${form.slug}`, { method: 'OPTIONS', headers: { origin: 'https://a.example' } }],
      ['/nowhere', {}],
    ];
    for (const [path, request] of requests) {
      const sent = { ...request, headers: { ...request.headers, ...headers } };
      const { status, body } = await send(path, sent);
      expect([path, status]).toEqual([path, 404]);
      // The 404 response doesn't reveal whether the resource exists or the key is valid.
      if (request.headers?.['accept'] === undefined)
        expect(JSON.parse(body)).toMatchObject({ type: `${service.baseUrl}/problems/not-found` });
    }
    // Nothing was counted or stored, so the form can still accept one submission.
    expect(await countOf(form)).toBe(0);
    expect(await post(form.slug, {})).toBe(201);
  });

  it.each([
    ['made of two joined secrets', [NEW, OLD]],
    ['that is sent twice', [NEW, NEW]],
    ['with a space inside', `${NEW.slice(1)} n`],
    ['that is truncated', NEW.slice(1)],
    ['in different case', NEW.toUpperCase()],
  ])('does not accept a secret %s', async (_, secret) => {
    const { status } = await send('/v1/health', { headers: { host: API, 'svc-edge-secret': secret } });
    expect(status).toBe(404);
  });

  it.each([
    ['new', 'svc-edge-secret', NEW],
    ['old', 'Svc-Edge-Secret', OLD],
  ])('trusts the client address from any sender with the %s secret', async (_, name, secret) => {
    const form = await makeForm(1);
    const edgeSays = (client: string) => ({
      headers: { host: API, [name]: secret, 'x-forwarded-for': `203.0.113.9, ${client}` },
    });
    expect(await post(form.slug, edgeSays('198.51.100.1'))).toBe(201);
    expect(await post(form.slug, edgeSays('198.51.100.1'))).toBe(429);
    expect(await post(form.slug, edgeSays('198.51.100.2'))).toBe(201);
  });
});

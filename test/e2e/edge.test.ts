/**
 * Tests a service behind an edge with a firewall: requests can't bypass the edge, and clients can't forge the
 * address used for rate limiting.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { FORGED_HEADERS, sendRaw, type RawRequest } from '../support/service/client-with-headers.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import { startService, type RunningService } from '../support/service/service.ts';

/** Host name for reaching the runner's API directly, like an API's default host name on AWS. */
const API = 'api.localhost';
const FORM = 'application/x-www-form-urlencoded';

let service: RunningService;
/** The secret that the edge sends, and the next one. */
let sent: string;
let next: string;

const start = (edgeSecretVersion: number, folder?: string): Promise<RunningService> => {
  const settings = {
    largePosts: false,
    edge: true,
    edgeSecretVersion,
    // The runner has no firewall. This setting only makes the runner reject requests that bypass the edge.
    webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/forms/11111111-2222',
  };
  return startService({
    ...(folder !== undefined && { folder }),
    env: { SVC_SETTINGS: JSON.stringify(settings) },
  });
};

/** Returns the local values of the stage's secrets, by version. */
function secretsIn(folder: string): Record<string, string> {
  const file = join(folder, 'secrets.json');
  expect(statSync(file).mode & 0o077).toBe(0);
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { value: string }>;
  return Object.fromEntries(
    Object.entries(secrets).map(([arn, { value }]) => [/Version(\d)/.exec(arn)?.[1] ?? arn, value]),
  );
}

beforeAll(async () => {
  service = await start(1);
  ({ 1: sent = '', 2: next = '' } = secretsIn(service.folder));
});
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
    ['made of two joined secrets', () => [sent, next]],
    ['that is sent twice', () => [sent, sent]],
    ['with a space inside', () => `${sent.slice(1)} n`],
    ['that is truncated', () => sent.slice(1)],
    ['in different case', () => sent.toUpperCase()],
  ])('does not accept a secret %s', async (_, secretOf) => {
    const secret = secretOf();
    const { status } = await send('/v1/health', { headers: { host: API, 'svc-edge-secret': secret } });
    expect(status).toBe(404);
  });

  it.each([
    ['current', 'svc-edge-secret', () => sent],
    ['next', 'Svc-Edge-Secret', () => next],
  ])('trusts the client address from any sender with the %s secret', async (_, name, secretOf) => {
    const secret = secretOf();
    const form = await makeForm(1);
    const edgeSays = (client: string) => ({
      headers: { host: API, [name]: secret, 'x-forwarded-for': `203.0.113.9, ${client}` },
    });
    expect(await post(form.slug, edgeSays('198.51.100.1'))).toBe(201);
    expect(await post(form.slug, edgeSays('198.51.100.1'))).toBe(429);
    expect(await post(form.slug, edgeSays('198.51.100.2'))).toBe(201);
  });
});

describe('rotating the secret', () => {
  const statusWith = async (secret: string): Promise<number> =>
    (await send('/v1/health', { headers: { host: API, 'svc-edge-secret': secret } })).status;

  it('takes one deployment and keeps the previous secret valid until the edge no longer sends it', async () => {
    await service.stop({ keep: true });
    service = await start(2, service.folder);
    const rotated = secretsIn(service.folder);
    expect(rotated).toEqual({ 1: sent, 2: next, 3: expect.stringMatching(/^[0-9a-f]{64}$/) });
    // The edge sends a valid secret, and functions also accept the previous and the next one.
    expect((await send('/v1/health')).status).toBe(200);
    for (const secret of Object.values(rotated)) expect(await statusWith(secret)).toBe(200);
    expect(await statusWith('x'.repeat(64))).toBe(404);

    await service.stop({ keep: true });
    service = await start(3, service.folder);
    expect(Object.keys(secretsIn(service.folder))).toEqual(['2', '3', '4']);
    expect((await send('/v1/health')).status).toBe(200);
    expect(await statusWith(sent)).toBe(404);
    expect(await statusWith(next)).toBe(200);
  }, 120_000);

  it('leaves no secrets in log lines or output', () => {
    const { folder } = service;
    const secrets = Object.values(secretsIn(folder));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const containing = files.filter((file) => secrets.some((secret) => readFileSync(file).includes(secret)));
    expect(containing.map((file) => relative(folder, file))).toEqual(['secrets.json']);
    for (const secret of secrets) expect(service.printed()).not.toContain(secret);
  });
});

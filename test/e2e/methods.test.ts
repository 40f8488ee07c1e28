import { isDeepStrictEqual } from 'node:util';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
let paths: Record<string, string>;
let link: string;

beforeAll(async () => {
  service = await sharedServiceAccount();
  const { form } = service.outputs;
  const body = new FormData();
  body.append('name', 'Ada');
  body.append('cv', new Blob(['Curriculum']), 'cv.txt');
  const stored = await service.request(`/v1/f/${form.slug}`, { method: 'POST', body });
  const { id: submission } = (await stored.json()) as { id: string };
  const { attachments } = (await service.manage('GET', `/v1/submissions/${submission}`)).body;
  const webhook = await service.manage('POST', `/v1/forms/${form.id}/webhooks`, {
    url: 'http://127.0.0.1:1/hook',
  });
  await service.manage('POST', `/v1/webhooks/${webhook.body.id}/test`);
  const { data: deliveries } = (await service.manage('GET', `/v1/webhooks/${webhook.body.id}/deliveries`))
    .body;
  const recovery = await service.manage('POST', `/v1/webhooks/${webhook.body.id}/recover`, {
    since: new Date(Date.now() - 60_000).toISOString(),
  });
  const app = await service.manage('POST', '/v1/oauth-clients', {
    name: 'Shop',
    type: 'public',
    redirect_uris: ['http://127.0.0.1/return'],
  });
  // A job that deletes nothing, because there is no spam.
  const job = await service.manage('POST', `/v1/forms/${form.id}/submissions/bulk`, {
    filter: { status: 'spam' },
    action: 'delete',
  });
  const wanted = await service.manage('POST', '/v1/data-requests', {
    kind: 'erase',
    email: 'nobody@example.org',
  });
  const started = await service.manage('POST', `/v1/forms/${form.id}/imports`, { format: 'csv' });
  const hosted = await service.manage('POST', '/v1/forms', {
    name: 'Hosted',
    fields: [{ name: 'email', type: 'email' }],
    page: { enabled: true },
    challenge: { enabled: true, provider: 'proof-of-work' },
  });
  link = attachments[0].url;
  paths = {
    '/': '/',
    '/v1/health': '/v1/health',
    '/v1/forms.js': '/v1/forms.js',
    '/v1/embed.js': '/v1/embed.js',
    '/v1/f/{slug}/challenge': `/v1/f/${hosted.body.slug}/challenge`,
    '/v1/f/{slug}/page': `/v1/f/${hosted.body.slug}/page`,
    '/v1/f/{slug}/thanks': `/v1/f/${form.id}/thanks`,
    '/v1/forms/{id}/preview': `/v1/forms/${form.id}/preview?page=thanks`,
    '/v1/forms': '/v1/forms',
    '/v1/forms/{id}': `/v1/forms/${form.id}`,
    '/v1/forms/{id}/fields': `/v1/forms/${form.id}/fields`,
    '/v1/forms/{id}/sample': `/v1/forms/${form.id}/sample`,
    '/v1/forms/{id}/statistics': `/v1/forms/${form.id}/statistics?days=30`,
    '/v1/submissions': '/v1/submissions?limit=1',
    '/v1/submissions/export': '/v1/submissions/export?format=ndjson',
    '/v1/submissions/{id}/timeline': `/v1/submissions/${submission}/timeline`,
    '/v1/webhooks': '/v1/webhooks',
    '/v1/webhooks/{id}': `/v1/webhooks/${webhook.body.id}`,
    '/v1/webhooks/{id}/recoveries': `/v1/webhooks/${webhook.body.id}/recoveries`,
    '/v1/recoveries/{id}': `/v1/recoveries/${recovery.body.recovery_id}`,
    '/v1/deliveries/{id}': `/v1/deliveries/${deliveries[0].id}`,
    '/v1/confirmations/{token}': '/v1/confirmations/dead',
    '/v1/unsubscriptions/{token}': '/v1/unsubscriptions/dead',
    '/v1/forms/{id}/submissions': `/v1/forms/${form.id}/submissions?limit=1`,
    '/v1/forms/{id}/submissions/export': `/v1/forms/${form.id}/submissions/export`,
    '/v1/submissions/{id}': `/v1/submissions/${submission}`,
    '/v1/submissions/{id}/files/{file_id}': `/v1/submissions/${submission}/files/${attachments[0].id}`,
    '/v1/forms/{id}/webhooks': `/v1/forms/${form.id}/webhooks`,
    '/v1/webhooks/{id}/deliveries': `/v1/webhooks/${webhook.body.id}/deliveries`,
    '/{locale}/api/{jobId}': `/de/api/${submission}`,
    '/{locale}/api/drive/list': '/ru/api/drive/list',
    '/v1/submissions/{id}/replies': `/v1/submissions/${submission}/replies`,
    '/v1/submissions/{id}/replies/preview': `/v1/submissions/${submission}/replies/preview`,
    '/v1/bulk-jobs/{id}': `/v1/bulk-jobs/${job.body.id}`,
    '/v1/data-requests': '/v1/data-requests',
    '/v1/data-requests/{id}': `/v1/data-requests/${wanted.body.id}`,
    '/v1/data-requests/{id}/matches': `/v1/data-requests/${wanted.body.id}/matches`,
    '/v1/imports/{id}': `/v1/imports/${started.body.id}`,
    '/v1/assignees': '/v1/assignees',
    '/v1/labels': '/v1/labels',
    '/v1/reply-templates': '/v1/reply-templates',
    '/v1/api-keys': '/v1/api-keys',
    '/v1/audit-log': '/v1/audit-log',
    '/v1/me': '/v1/me',
    '/v1/connections': '/v1/connections',
    '/v1/oauth-clients': '/v1/oauth-clients',
    '/v1/oauth-clients/{id}': `/v1/oauth-clients/${app.body.id}`,
    '/v1/members': '/v1/members',
    '/v1/usage': '/v1/usage',
    '/oauth/authorize': '/oauth/authorize?client_id=app_none',
    '/.well-known/oauth-authorization-server': '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource': '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp': '/.well-known/oauth-protected-resource/mcp',
    '/openapi': '/openapi',
    '/openapi.json': '/openapi.json',
    '/openapi.yaml': '/openapi.yaml',
    '/docs': '/docs',
    '/llms.txt': '/llms.txt',
    '/console': '/console',
    '/problems/{slug}': '/problems/not-found',
    '/console/sign-in': '/console/sign-in?return_to=%2Fconsole%2Fforms',
    '/console/callback': '/console/callback',
    '/console/sign-out': '/console/sign-out',
  };
});

/**
 * Returns the expected status. Files and sign-ins redirect. E-mail links are invalid here, no issuer
 * redirects back, and no app requests consent.
 */
function statusOf(path: string): number {
  if (/\/files\/|\/console\/sign-/.test(path)) return 302;
  if (path.startsWith('/oauth/authorize')) return 400;
  return /\/(dead|callback)$/.test(path) ? 403 : 200;
}

const OF_ONE_RESPONSE = [
  ...['apigw-requestid', 'connection', 'date', 'keep-alive', 'set-cookie', 'x-request-id'],
];

/** Returns the status and headers, except headers that differ between requests. */
async function headOf(method: string, path: string, key?: string) {
  const response = await service.request(path, {
    method,
    headers: { accept: '*/*', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
  });
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !OF_ONE_RESPONSE.includes(name)),
  );
  const location = headers['location']?.split('?')[0];
  const body = await response.text();
  return { shown: { status: response.status, headers: { ...headers, location } }, body };
}

/**
 * Sends a GET and a HEAD request, and retries until no data changed in between. The service may still be
 * counting earlier submissions, which changes lists.
 */
async function getAndHead(path: string, key: string) {
  let get = await headOf('GET', path, key);
  for (;;) {
    const head = await headOf('HEAD', path, key);
    const again = await headOf('GET', path, key);
    if (isDeepStrictEqual(again.shown, get.shown)) return { get, head };
    get = again;
  }
}

it('responds to HEAD like GET, but without a body, on every GET path', async () => {
  const document: any = await (await service.request('/openapi')).json();
  const documented = Object.keys(document.paths).filter((path) => document.paths[path].get);
  expect(Object.keys(paths).toSorted()).toEqual(documented.toSorted());
  for (const path of Object.values(paths)) {
    const { get, head } = await getAndHead(path, service.outputs.management_key);
    expect([path, get.shown.status]).toEqual([path, statusOf(path)]);
    expect([path, head.shown]).toEqual([path, get.shown]);
    expect([path, head.body]).toEqual([path, '']);
  }
});

it.each([
  ['/v1/forms', 401],
  ['/v1/forms/frm_0000000000?limit=1', 401],
  ['/nothing', 404],
  ['/fr/api/drive/list', 404],
])('refuses HEAD on %s like GET', async (path, status) => {
  const get = await headOf('GET', path);
  expect(get.shown.status).toBe(status);
  expect(await headOf('HEAD', path)).toEqual({ shown: get.shown, body: '' });
});

it('redirects HEAD requests for a file link to a URL that supports HEAD', async () => {
  const response = await service.request(link, { method: 'HEAD' });
  expect(response.status).toBe(302);
  const file = await fetchUnchecked(response.headers.get('location')!, { method: 'HEAD' });
  expect(file.status).toBe(200);
  expect(file.headers.get('content-length')).toBe('10');
  expect(file.headers.get('content-disposition')).toContain('cv.txt');
});

it.each([
  ['PUT', '/v1/forms', 'POST, GET, HEAD'],
  ['PUT', '/v1/forms/frm_0000000000', 'GET, HEAD, PATCH, DELETE'],
  ['DELETE', '/v1/health', 'GET, HEAD'],
  ['GET', '/v1/submissions/bulk', 'POST'],
  ['DELETE', '/v1/submissions/bulk', 'POST'],
  ['PUT', '/v1/submissions/bulk', 'POST'],
  ['POST', '/v1/submissions/sub_0/files/file_0', 'GET, HEAD'],
  ['PATCH', '/de/api/sub_0', 'GET, HEAD'],
  ['HEAD', '/v1/f/contact', 'POST'],
  ['GET', '/v1/f/contact/', 'POST'],
  ['HEAD', '/oauth/token', 'POST'],
])("lists the path's methods in the 405 to %s %s, even without a key", async (method, path, allow) => {
  const response = await service.request(path, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
});

it.each(['/v1/forms', '/v1/health', '/v1/f/contact', '/v1/f/contact/', '/de/api/drive/list', '/nothing'])(
  'responds to the preflight of %s',
  async (path) => {
    const response = await service.request(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://www.example.com', 'access-control-request-method': 'GET' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  },
);

describe('a trailing slash on an ingest path', () => {
  it('makes no difference', async () => {
    const { form } = service.outputs;
    const json = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers: json, body: '{"name":"Ada"}', redirect: 'error' } as const;
    expect((await service.request(`/v1/f/${form.slug}/`, sent)).status).toBe(201);
    const upload = { field: 'cv', name: 'cv.txt', content_type: 'text/plain', size: 3 };
    const announced = await service.request(`/v1/f/${form.slug}/uploads/`, {
      ...sent,
      body: JSON.stringify(upload),
    });
    expect(announced.status).toBe(201);
  });

  it.each(['/v1/f/contact//', '/v1/f//', '/v1/f/contact/else', '/v1/f/contact/uploads//'])(
    'must be the only one and at the end: %s is not found',
    async (path) => {
      const response = await service.request(path, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
      expect(response.status).toBe(404);
      expect(((await response.json()) as { type: string }).type).toMatch(/\/not-found$/);
    },
  );
});

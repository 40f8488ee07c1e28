import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import {
  realisticSiteverify,
  startSiteverify,
  type FakeSiteverify,
} from '../support/receivers/siteverify.ts';

let service: RunningService;
let siteverify: FakeSiteverify;
beforeAll(async () => {
  siteverify = await startSiteverify();
  service = await startService({
    env: { SVC_SETTINGS: JSON.stringify({ turnstileVerifyUrl: siteverify.url }) },
  });
});
afterAll(async () => {
  await Promise.all([service.stop(), siteverify.stop()]);
});

const ORIGIN = 'https://www.example.com';
const post = (slug: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  service.request(`/v1/f/${slug}`, {
    method: 'POST',
    headers: { origin: ORIGIN, ...headers },
    body: new URLSearchParams(fields),
  });
/** Submits a form like a browser navigation. `fetch` would mark the request as sent by a script. */
async function navigate(slug: string, fields: Record<string, string>, headers: Record<string, string>) {
  const { statusCode, headers: answered } = await request(`${service.baseUrl}/v1/f/${slug}`, {
    method: 'POST',
    headers: {
      origin: ORIGIN,
      'sec-fetch-mode': 'navigate',
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: statusCode, headers: new Headers(answered as Record<string, string>) };
}
const makeForm = async (input: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> =>
  (await service.manage('POST', '/v1/forms', { name: 'Contact', ...input })).body;

it('validates declared fields, including patterns, and shows a sample event before and after the first submission', async () => {
  const fields = [{ name: 'code', label: 'Code', type: 'text', pattern: '(?:[A-Z]+)+[0-9]', required: true }];
  const form = await makeForm({ fields, language: 'ru', brand: { name: 'Acme' }, rate_limit: 1000 });
  const sample = async () => (await service.manage('GET', `/v1/forms/${form.id}/sample`)).body;
  expect(await sample()).toMatchObject({ data: { payload: { code: 'Example' } } });
  const refused = await post(form.slug, { code: `${'A'.repeat(4000)}!` });
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'code', code: 'pattern' }] },
  });
  const page = await post(form.slug, {}, { accept: 'text/html' });
  expect(page.status).toBe(400);
  // Visitors see the form's language if the service doesn't support theirs.
  const listed = await post(form.slug, { code: '' }, { accept: 'text/html', 'accept-language': 'fr' });
  expect(listed.status).toBe(422);
  expect(await listed.text()).toContain('Заполните это поле.');
  expect((await post(form.slug, { code: 'AB1' })).status).toBe(201);
  expect(await sample()).toMatchObject({ type: 'submission.created', data: { payload: { code: 'AB1' } } });
  const refusedPattern = await service.manage('PATCH', `/v1/forms/${form.id}`, {
    fields: [{ ...fields[0], pattern: '(?=x)' }],
  });
  expect(refusedPattern.status).toBe(422);
});

it("responds to any page's CORS preflight, so that browsers can submit forms", async () => {
  const response = await service.request(`/v1/f/contact`, {
    method: 'OPTIONS',
    headers: {
      origin: ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,hx-request,x-requested-with',
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('x-request-id')).toEqual(expect.any(String));
  const allowed = response.headers.get('access-control-allow-headers')?.split(',') ?? [];
  // In browsers, `*` covers every header except Authorization.
  expect(allowed).toEqual(['authorization', '*']);
});

it.each([
  ['POST', '/v1/f/contact', 201],
  ['POST', '/v1/f/none', 404],
  ['GET', '/v1/f/contact', 405],
  ['PUT', '/v1/f/contact', 405],
  ['POST', '/v1/f/contact/x', 404],
  ['POST', '/v1/f/', 404],
])('lets any page read the response to %s %s', async (method, path, status) => {
  const response = await service.request(path, {
    method,
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{"name":"Ada"}' }),
  });
  expect(response.status).toBe(status);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const exposed = response.headers.get('access-control-expose-headers') ?? '';
  expect(exposed).toMatch(/x-request-id/);
  expect(exposed).toMatch(/retry-after/);
  expect(response.headers.get('x-request-id')).toMatch(/\S/);
});

it('sends pages and redirects to browsers with the required headers', async () => {
  const browser = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'es-MX,es;q=0.9' };
  const sent = await navigate('contact', { name: 'Ada' }, browser);
  expect(sent.status).toBe(303);
  expect(sent.headers.get('location')).toBe(`${service.baseUrl}/v1/f/contact/thanks`);
  expect(sent.headers.get('vary')).toMatch(/accept/);
  const thanks = await service.request('/v1/f/contact/thanks', { headers: browser });
  expect(thanks.status).toBe(200);
  expect(thanks.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(thanks.headers.get('content-language')).toBe('es');
  expect(await pageFaults(await thanks.text())).toEqual([]);

  const form = await makeForm({ redirect_url: 'https://www.example.com/thanks' });
  const redirected = await navigate(form.slug, { _gotcha: 'x' }, browser);
  expect(redirected.status).toBe(303);
  expect(redirected.headers.get('location')).toBe('https://www.example.com/thanks');
});

it("verifies challenges at the stage's configured URL", async () => {
  siteverify.behave(realisticSiteverify());
  const form = await makeForm({ challenge: { enabled: true, secret: 'the secret of the form' } });
  expect((await post(form.slug, { 'cf-turnstile-response': 'bad' })).status).toBe(403);
  expect((await post(form.slug, { 'cf-turnstile-response': 'good' })).status).toBe(201);
  expect(siteverify.questions).toMatchObject([{ response: 'bad' }, { response: 'good' }]);
  expect(service.printed()).not.toContain('the secret of the form');
});

it('counts each received submission and each spam submission once, by day', async () => {
  const form = await makeForm({ rate_limit: 1000 });
  const { id: jobId } = (await (await post(form.slug, { name: 'Ada' })).json()) as { id: string };
  for (let n = 0; n < 4; n += 1) await post(form.slug, { name: 'Ada' });
  for (let n = 0; n < 2; n += 1) await post(form.slug, { _gotcha: 'x' });

  let analytics;
  for (let tries = 0; tries < 60; tries += 1) {
    analytics = (await service.manage('GET', `/de/api/${jobId}`)).body.analytics.form;
    if (analytics.received_30d >= 5 && analytics.spam_30d >= 2) break;
    await pause(200);
  }
  expect(analytics).toMatchObject({ received_30d: 5, spam_30d: 2 });
  expect(analytics.by_day.at(-1)).toEqual({
    date: new Date().toISOString().slice(0, 10),
    received: 5,
    spam: 2,
  });
});

it('accepts and lists entries in every language', async () => {
  const response = await service.request(`/it/api`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.outputs.submission_key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ form: service.outputs.form.id, fields: { name: 'Ada' } }),
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('content-language')).toBe('it');
  const entry = (await response.json()) as { job_id: string; message: string };
  expect(entry.message).toBe('L’invio è stato ricevuto.');
  const list = await service.manage('GET', '/it/api/drive/list?limit=1');
  expect(list.body.data).toHaveLength(1);
  expect((await service.manage('GET', '/fr/api/drive/list')).status).toBe(404);
});

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { handlersOn } from '../support/service/handlers.ts';
import {
  realisticSiteverify,
  startSiteverify,
  type FakeSiteverify,
} from '../support/receivers/siteverify.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { storedSubmissions } from '../support/samples/stored-records.ts';

let stores: TestStores;
let siteverify: FakeSiteverify;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;

beforeAll(async () => {
  [stores, siteverify] = await Promise.all([startStores(), startSiteverify()]);
  call = handlersOn(stores);
  process.env['TURNSTILE_VERIFY_URL'] = siteverify.url;
  account = await makeAccount(stores, call);
});
afterAll(async () => {
  await Promise.all([stores.stop(), siteverify.stop()]);
});
beforeEach(() => siteverify.behave(realisticSiteverify()));

const SECRET = '0x4AAAAAAA-the-secret';
const challenge = { enabled: true, provider: 'turnstile', site_key: 'site', secret: SECRET };
const TOKEN = 'cf-turnstile-response';

type Fields = Record<string, unknown>;
const post = (slug: string, body: unknown, headers: Record<string, string> = {}) =>
  call('submitForm', { path: { slug }, body, headers });
const stored = (formId: string) => storedSubmissions(stores, formId);
const used = async (of: AccountWithForms): Promise<number> => {
  const counter = `quota#${of.account_id}#${new Date().toISOString().slice(0, 7)}`;
  const { Item } = await stores.db.send(
    new GetCommand({ TableName: stores.tables.counters, Key: { counter } }),
  );
  return (Item?.['used'] as number | undefined) ?? 0;
};

describe('the honeypot', () => {
  it("stores a submission that fills it in as spam for 30 days, responds normally, and doesn't count it", async () => {
    const form = await account.makeForm({ honeypot_field: 'website' });
    const before = await used(account);
    const response = await post(form.slug, { name: 'Bot', website: 'http://spam.example' });
    expect(response).toMatchObject({ status: 200, body: { ok: true, status: 'accepted' } });
    expect(Object.keys(response.body as Fields)).toEqual(['ok', 'status']);

    const [item] = await stored(form.id);
    expect(item).toMatchObject({
      status: 'spam',
      payload: [['name', 'Bot']],
      spam: {
        score: 100,
        reasons: [{ code: 'honeypot', points: 100, detail: 'The hidden field "website" was filled in.' }],
      },
    });
    const days = ((item!['expires_at'] as number) * 1000 - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(await used(account)).toBe(before);
  });

  it('stores at most 8 KiB of the text, with a marker if it was longer', async () => {
    const form = await account.makeForm();
    await post(form.slug, { name: 'Bot', text: 'x'.repeat(200_000), more: 'y', _gotcha: 'x' });
    const [item] = await stored(form.id);
    expect(item).toMatchObject({ status: 'spam', truncated: true });
    const payload = item!['payload'] as [string, string][];
    expect(payload.map(([name]) => name)).toEqual(['name', 'text']);
    expect(Buffer.byteLength(payload.flat().join(''))).toBe(8192);
    expect(payload[1]![1]).toMatch(/^x+…$/);

    const short = await account.makeForm({ name: 'Short' });
    await post(short.slug, { name: 'Bot', _gotcha: 'x' });
    expect((await stored(short.id))[0]).not.toHaveProperty('truncated');
  });

  it('stores at most 1,000 submissions per form and day, but counts all others and responds to them normally', async () => {
    const form = await account.makeForm();
    const counter = `spam#${form.id}#${new Date().toISOString().slice(0, 10)}`;
    const counters = stores.tables.counters;
    await stores.db.send(new PutCommand({ TableName: counters, Item: { counter, used: 998 } }));
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => post(form.slug, { name: 'Bot', _gotcha: 'x' })),
    );
    for (const { status, body } of responses) {
      expect({ status, body }).toEqual({ status: 200, body: { ok: true, status: 'accepted' } });
    }
    expect(await stored(form.id)).toHaveLength(2);
    const { Item } = await stores.db.send(new GetCommand({ TableName: counters, Key: { counter } }));
    expect(Item).toMatchObject({ used: 1000, unstored: 4 });
    expect(await post(form.slug, { name: 'Ada' })).toMatchObject({ status: 201 });
  });

  it.each(['constructor', '__proto__'])('may be named %s', async (honeypot_field) => {
    const form = await account.makeForm({ honeypot_field });
    expect(await post(form.slug, { name: 'Ada' })).toMatchObject({ status: 201 });
    const bot = await post(form.slug, new URLSearchParams([[honeypot_field, 'x']]));
    expect(bot).toMatchObject({ status: 200, body: { ok: true, status: 'accepted' } });
  });

  it.each([
    ['form', new URLSearchParams({ name: 'Ada', _gotcha: ' \r\n ' })],
    ['script', { name: 'Ada', _gotcha: null }],
  ])("is empty if a %s doesn't fill it in and is not part of the payload", async (_, body) => {
    const form = await account.makeForm();
    expect(await post(form.slug, body)).toMatchObject({ status: 201, body: { status: 'received' } });
    expect(await stored(form.id)).toMatchObject([{ status: 'received', payload: [['name', 'Ada']] }]);
  });

  it('is checked before the challenge so that bots learn nothing and no token is verified', async () => {
    const form = await account.makeForm({ challenge });
    expect(await post(form.slug, { _gotcha: 'x' })).toMatchObject({ status: 200 });
    expect(siteverify.questions).toEqual([]);
  });
});

describe('the challenge', () => {
  it('accepts a verified submission and removes its token from the payload', async () => {
    const form = await account.makeForm({ challenge });
    expect(await post(form.slug, new URLSearchParams({ name: 'Ada', [TOKEN]: 'good 1' }))).toMatchObject({
      status: 201,
    });
    expect(siteverify.questions).toMatchObject([
      { secret: SECRET, response: 'good 1', remoteip: '203.0.113.7' },
    ]);
    expect(await stored(form.id)).toMatchObject([{ payload: [['name', 'Ada']] }]);
  });

  it('removes the token from the payload even if the challenge is switched off', async () => {
    const form = await account.makeForm();
    expect(await post(form.slug, { name: 'Ada', [TOKEN]: 'good' })).toMatchObject({ status: 201 });
    expect(await stored(form.id)).toMatchObject([{ payload: [['name', 'Ada']] }]);
    expect(siteverify.questions).toEqual([]);
  });

  it.each([
    ['no token', {}],
    ['an empty token', { [TOKEN]: '' }],
    ['a wrong token', { [TOKEN]: 'bad' }],
    ["a token that isn't a string", { [TOKEN]: { good: true } }],
    ['a token that is too long', { [TOKEN]: `good${'x'.repeat(2048)}` }],
  ])('refuses %s with 403 turnstile-failed and stores nothing', async (_, fields) => {
    const form = await account.makeForm({ challenge });
    const before = await used(account);
    const response = await post(form.slug, { name: 'Ada', ...fields });
    expect(response).toMatchObject({
      status: 403,
      body: { type: 'http://api.test/problems/turnstile-failed', status: 403 },
    });
    expect(response.text).not.toContain(SECRET);
    expect(await stored(form.id)).toEqual([]);
    expect(await used(account)).toBe(before);
  });

  it('refuses a used token unless the same submission is repeated with its Idempotency-Key', async () => {
    const form = await account.makeForm({ challenge });
    const fields = { name: 'Ada', [TOKEN]: 'good once' };
    const first = await post(form.slug, fields, { 'idempotency-key': 'k1' });
    expect(first).toMatchObject({ status: 201 });
    expect(await post(form.slug, fields)).toMatchObject({ status: 403 });
    expect(await post(form.slug, fields, { 'idempotency-key': 'k2' })).toMatchObject({ status: 403 });
    expect(await post(form.slug, fields, { 'idempotency-key': 'k1' })).toMatchObject({
      status: 200,
      body: { id: (first.body as Fields)['id'], idempotent_replay: true },
    });
  });

  it('refuses a used token if the Idempotency-Key is empty, because an empty one is ignored', async () => {
    const form = await account.makeForm({ challenge });
    const again = () => post(form.slug, { [TOKEN]: 'good for one' }, { 'idempotency-key': '' });
    expect(await again()).toMatchObject({ status: 201 });
    expect(await again()).toMatchObject({ status: 403 });
  });

  it('refuses a token if siteverify returns no verdict', async () => {
    const form = await account.makeForm({ challenge });
    siteverify.behave((_question, response) => void response.destroy());
    expect(await post(form.slug, { [TOKEN]: 'good' })).toMatchObject({ status: 403 });
    expect(await stored(form.id)).toEqual([]);
  });

  it('accepts a token only from the hosts in the allowed origins', async () => {
    const form = await account.makeForm({ challenge, allowed_origins: ['https://shop.example.com'] });
    expect(await post(form.slug, { [TOKEN]: 'good' })).toMatchObject({ status: 403 });
    siteverify.behave(realisticSiteverify('shop.example.com'));
    expect(await post(form.slug, { [TOKEN]: 'good' })).toMatchObject({ status: 201 });
  });

  it.each([
    ['a paused form', { status: 'paused' }, {}, 403, 'form-not-live'],
    [
      'another origin',
      { allowed_origins: ['https://a.example'] },
      { origin: 'https://b.example' },
      403,
      'origin-not-allowed',
    ],
    ['a wrong key', {}, { authorization: 'Bearer svc_sub_x' }, 403, 'invalid-key'],
    ['an invalid body', {}, { 'content-type': 'text/plain' }, 400, 'bad-body'],
  ])('is not verified if %s refuses the submission first', async (_, change, headers, status, slug) => {
    const form = await account.makeForm({ challenge });
    await call('updateForm', { key: account.managementKey, path: { id: form.id }, body: change });
    expect(await post(form.slug, { [TOKEN]: 'good' }, headers)).toMatchObject({
      status,
      body: { type: `http://api.test/problems/${slug}` },
    });
    expect(siteverify.questions).toEqual([]);
  });

  it('is not verified if the rate limit or the quota refuses the submission first', async () => {
    const busy = await account.makeForm({ challenge, rate_limit: 1 });
    await post(busy.slug, { _gotcha: 'x' });
    expect(await post(busy.slug, { [TOKEN]: 'good' })).toMatchObject({ status: 429 });
    const poor = await makeAccount(stores, call, { quota: 0 });
    const form = await poor.makeForm({ challenge });
    expect(await post(form.slug, { [TOKEN]: 'good' })).toMatchObject({ status: 402 });
    expect(siteverify.questions).toEqual([]);
  });

  it('never shows its secret', async () => {
    const form = await account.makeForm({ challenge });
    const seen = await Promise.all([
      call('getForm', { key: account.managementKey, path: { id: form.id } }),
      call('listForms', { key: account.managementKey }),
      call('updateForm', { key: account.managementKey, path: { id: form.id }, body: { name: 'New' } }),
      post(form.slug, { [TOKEN]: 'bad' }),
    ]);
    expect(JSON.stringify([form, ...seen])).not.toContain(SECRET);
  });
});

describe('allowed_origins', () => {
  it.each([
    ['an allowed origin', { origin: 'https://www.example.com' }, 201],
    ['no origin, as from a program', {}, 201],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
  ])('handles a submission with %s', async (_, headers, status) => {
    const form = await account.makeForm({ allowed_origins: ['https://www.example.com'] });
    const response = await post(form.slug, { name: 'Ada' }, headers);
    expect(response.status).toBe(status);
    expect(await stored(form.id)).toHaveLength(status === 201 ? 1 : 0);
    if (status === 403) {
      expect(response.body).toMatchObject({
        type: 'http://api.test/problems/origin-not-allowed',
        status: 403,
      });
      // CORS lets the page read the reason for the refusal.
      expect(response.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    }
  });

  it('can include all subdomains of a domain but refuses other wildcards with 422', async () => {
    const form = await account.makeForm({ allowed_origins: ['https://*.example.org'] });
    const from = async (origin: string) => (await post(form.slug, { name: 'Ada' }, { origin })).status;
    expect(await from('https://shop.example.org')).toBe(201);
    expect(await from('https://a.b.example.org')).toBe(201);
    for (const origin of [
      'https://example.org',
      'https://evilexample.org',
      'https://a.example.org.evil',
      'null',
    ])
      expect(await from(origin)).toBe(403);
    const change = (allowed_origins: string[]) =>
      call('updateForm', { key: account.managementKey, path: { id: form.id }, body: { allowed_origins } });
    for (const wrong of ['https://*', 'https://*.org', 'https://a.*.example.org', '*'])
      expect(await change([wrong])).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'allowed_origins.0' }] },
      });
    expect((await change(['https://*.example.com:8443'])).status).toBe(200);
  });
});

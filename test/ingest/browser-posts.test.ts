import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { callUnmatched, handlersOn, type Answered } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'it-IT,it;q=0.9,en;q=0.8',
  referer: 'https://www.example.com/contatti',
};
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, *',
  'access-control-expose-headers': 'x-request-id, retry-after',
};

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await makeAccount(stores, call);
});
afterAll(() => stores.stop());

const fields = (of: Record<string, string> = { name: 'Ada' }) => new URLSearchParams(of);
const browse = (slug: string, body: unknown = fields(), headers: Record<string, string> = {}) =>
  call('submitForm', { path: { slug }, body, headers: { ...BROWSER, ...headers } });

async function expectPage(response: Answered, status: number, language = 'it'): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers).toMatchObject({
    ...CORS,
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    vary: 'accept, accept-language',
    'x-request-id': expect.stringMatching(/\S/),
  });
  expect(await pageFaults(response.text)).toEqual([]);
}

describe('a browser that posts a form', () => {
  it('gets a page of thanks in its language, with the form’s name and a link back', async () => {
    const form = await account.makeForm({ name: 'Contatti <b>' });
    const response = await browse(form.slug);
    await expectPage(response, 201);
    expect(response.text).toContain('<h1>Grazie</h1>');
    expect(response.text).toContain('Contatti &lt;b&gt;');
    expect(response.text).toContain('href="https://www.example.com/contatti"');
  });

  it('gets the same page for spam and for a replay, with another status', async () => {
    const form = await account.makeForm();
    const first = await browse(form.slug, fields(), { 'idempotency-key': 'k' });
    const replay = await browse(form.slug, fields(), { 'idempotency-key': 'k' });
    const spam = await browse(form.slug, fields({ _gotcha: 'x' }));
    await expectPage(replay, 200);
    await expectPage(spam, 200);
    expect(new Set([first.text, replay.text, spam.text]).size).toBe(1);
  });

  it.each([
    ['stored', {}, {}],
    ['spam', { _gotcha: 'x' }, {}],
    ['a replay', {}, { 'idempotency-key': 'known' }],
  ])('goes to the form’s redirect_url with 303 when its post is %s', async (_, extra, headers) => {
    const form = await account.makeForm({ redirect_url: 'https://www.example.com/grazie?da=è' });
    await call('submitForm', {
      path: { slug: form.slug },
      body: {},
      headers: { 'idempotency-key': 'known' },
    });
    const response = await browse(form.slug, fields({ name: 'Ada', ...extra }), headers);
    expect(response).toMatchObject({
      status: 303,
      headers: {
        ...CORS,
        location: 'https://www.example.com/grazie?da=%C3%A8',
        vary: 'accept, accept-language',
      },
      text: '',
    });
  });

  it('stays on an error page although the form has a redirect_url', async () => {
    const form = await account.makeForm({ redirect_url: 'https://www.example.com/', status: 'draft' });
    await expectPage(await browse(form.slug), 403);
  });
});

describe('a program', () => {
  it.each([
    ['says nothing', {}],
    ['takes anything', { accept: '*/*' }],
    ['prefers JSON', { accept: 'text/html;q=0.9, application/json' }],
  ])('that %s gets JSON, also from a form with a redirect_url', async (_, headers) => {
    const form = await account.makeForm({ redirect_url: 'https://www.example.com/' });
    const response = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' }, headers });
    expect(response).toMatchObject({
      status: 201,
      headers: { ...CORS, 'content-type': 'application/json' },
      body: { status: 'received', files: 0 },
    });
  });

  it('gets problem documents in English', async () => {
    const response = await call('submitForm', {
      path: { slug: 'none' },
      body: {},
      headers: { 'accept-language': 'de' },
    });
    expect(response).toMatchObject({
      status: 404,
      headers: { ...CORS, 'content-type': 'application/problem+json' },
      body: {
        type: 'http://api.test/problems/form-not-found',
        title: 'Form not found',
        status: 404,
        detail: 'There is no form "none".',
      },
    });
  });
});

describe('an error in a browser', () => {
  const cases: [string, number, string, () => Promise<Answered>][] = [
    ['a form that is not there', 404, 'Modulo non trovato', () => browse('<script>alert(1)</script>')],
    [
      'a draft',
      403,
      'Modulo non attivo',
      async () => browse((await account.makeForm({ status: 'draft' })).slug),
    ],
    [
      'a wrong key',
      403,
      'Chiave non valida',
      async () => browse((await account.makeForm()).slug, fields(), { authorization: 'Bearer x' }),
    ],
    [
      'an origin that is not allowed',
      403,
      'Sito non ammesso',
      async () => {
        const form = await account.makeForm({ allowed_origins: ['https://a.example'] });
        return browse(form.slug, fields(), { origin: 'https://b.example' });
      },
    ],
    [
      'a challenge without a token',
      403,
      'Verifica anti-bot non superata',
      async () => browse((await account.makeForm({ challenge: { enabled: true, secret: 's' } })).slug),
    ],
    [
      'no body',
      400,
      'Contenuto non leggibile',
      async () => browse((await account.makeForm()).slug, new Uint8Array()),
    ],
    [
      'too much text',
      413,
      'Contenuto troppo grande',
      async () => browse((await account.makeForm()).slug, fields({ text: 'x'.repeat(300_000) })),
    ],
    [
      'a quota that is used up',
      402,
      'Quota mensile esaurita',
      async () => {
        const poor = await makeAccount(stores, call, { quota: 0 });
        return browse((await poor.makeForm()).slug);
      },
    ],
  ];

  it.each(cases)('such as %s is a page with the same status', async (_, status, title, post) => {
    const response = await post();
    await expectPage(response, status);
    expect(response.text).toContain(`<h1>${title}</h1>`);
    expect(response.text).toContain('Non è stato inviato nulla.');
    expect(response.text).toContain('href="https://www.example.com/contatti"');
  });

  it('such as a rate limit keeps Retry-After', async () => {
    const form = await account.makeForm({ rate_limit: 1 });
    await browse(form.slug);
    const response = await browse(form.slug);
    await expectPage(response, 429);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
    expect(response.text).toMatch(/Può riprovare tra \d+ (minut|second)/);
  });

  it('leaves nothing stored', async () => {
    const form = await account.makeForm({ challenge: { enabled: true, secret: 's' } });
    await browse(form.slug);
    const { Count } = await stores.db.send(
      new QueryCommand({
        TableName: stores.tables.submissions,
        KeyConditionExpression: 'form_id = :form',
        ExpressionAttributeValues: { ':form': form.id },
      }),
    );
    expect(Count).toBe(0);
  });
});

describe('a request that matches no route under /v1/f/', () => {
  it.each([
    ['GET', '/v1/f/contact', 405, 'Metodo non consentito'],
    ['DELETE', '/v1/f/contact', 405, 'Metodo non consentito'],
    ['POST', '/v1/f/contact/else', 404, 'Non trovato'],
    ['GET', '/v1/f/', 404, 'Non trovato'],
  ])('is a page for browsers: %s %s', async (method, path, status, title) => {
    const response = await callUnmatched({ method, path, headers: BROWSER });
    await expectPage(response, status);
    expect(response.text).toContain(`<h1>${title}</h1>`);
    if (status === 405) expect(response.headers['allow']).toBe('POST');
  });

  it.each([
    ['GET', '/v1/f/contact', 405],
    ['POST', '/v1/f/contact/else', 404],
  ])('is a problem document that any page may read for programs: %s %s', async (method, path, status) => {
    const response = await callUnmatched({ method, path, headers: { origin: 'https://www.example.com' } });
    expect(response).toMatchObject({
      status,
      headers: { ...CORS, 'content-type': 'application/problem+json' },
      body: { status },
    });
  });

  it('gets no page elsewhere', async () => {
    expect(await callUnmatched({ method: 'GET', path: '/v1/nothing', headers: BROWSER })).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    });
  });
});

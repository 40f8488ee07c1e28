import { pageFaults } from '../support/browser/accessible-page.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { callUnmatched, handlersOn, type Answered } from '../support/service/handlers.ts';
import { file, multipart, MULTIPART, text } from '../support/samples/multipart.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { storedSubmissions } from '../support/samples/stored-records.ts';

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
  const thanksOf = (slug: string) => `http://api.test/v1/f/${slug}/thanks`;

  it.each([
    ['stored', {}, {}],
    ['spam', { _gotcha: 'x' }, {}],
    ['a replay', {}, { 'idempotency-key': 'known' }],
  ])('is redirected to the thank-you page with 303 if its post is %s', async (_, extra, headers) => {
    const form = await account.makeForm();
    await call('submitForm', {
      path: { slug: form.slug },
      body: {},
      headers: { 'idempotency-key': 'known' },
    });
    for (const slug of [form.slug, form.id]) {
      expect(await browse(slug, fields({ name: slug, ...extra }), headers)).toMatchObject({
        status: 303,
        headers: { ...CORS, location: thanksOf(slug), vary: 'accept, accept-language' },
        text: '',
      });
    }
  });

  it.each([
    ['stored', {}, {}],
    ['spam', { _gotcha: 'x' }, {}],
    ['a replay', {}, { 'idempotency-key': 'known' }],
  ])("is redirected to the form's redirect_url with 303 if its post is %s", async (_, extra, headers) => {
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

  it.each([
    ['navigate', 303],
    ['cors', 201],
    ['same-origin', 201],
    ['no-cors', 201],
  ])('in mode %s gets %d', async (mode, status) => {
    const form = await account.makeForm();
    expect((await browse(form.slug, fields(), { 'sec-fetch-mode': mode })).status).toBe(status);
  });

  it('with Turbo, which requires a redirect, gets one', async () => {
    const headers = {
      accept: 'text/vnd.turbo-stream.html, text/html, application/xhtml+xml',
      'sec-fetch-mode': 'cors',
    };
    const plain = await account.makeForm();
    const own = await account.makeForm({ redirect_url: 'https://www.example.com/grazie' });
    const responses = [
      await browse(plain.slug, fields(), headers),
      await browse(plain.slug, fields({ _gotcha: 'x' }), headers),
      await browse(own.slug, fields(), headers),
    ];
    expect(responses.map(({ status, headers: { location } }) => [status, location])).toEqual([
      [303, thanksOf(plain.slug)],
      [303, thanksOf(plain.slug)],
      [303, 'https://www.example.com/grazie'],
    ]);
    expect((await browse('none', fields(), headers)).status).toBe(404);
  });

  it('stays on an error page even if the form has a redirect_url', async () => {
    const form = await account.makeForm({ redirect_url: 'https://www.example.com/', status: 'draft' });
    await expectPage(await browse(form.slug), 403);
  });
});

describe('a script that prefers pages, such as htmx', () => {
  const HTMX = { 'sec-fetch-mode': 'cors' };

  it('gets the thank-you page directly, even if there is a redirect_url', async () => {
    for (const input of [{}, { redirect_url: 'https://www.example.com/' }]) {
      const form = await account.makeForm({ name: 'Contatti <b>', ...input });
      const response = await browse(form.slug, fields(), HTMX);
      await expectPage(response, 201);
      expect(response.text).toContain('<h1>Grazie</h1>');
      expect(response.text).toContain('Contatti &lt;b&gt;');
      expect(response.text).toContain('href="https://www.example.com/contatti"');
    }
  });

  it('gets the same page for spam and for a replay, with a different status', async () => {
    const form = await account.makeForm();
    const first = await browse(form.slug, fields(), { ...HTMX, 'idempotency-key': 'k' });
    const replay = await browse(form.slug, fields(), { ...HTMX, 'idempotency-key': 'k' });
    const spam = await browse(form.slug, fields({ _gotcha: 'x' }), HTMX);
    await expectPage(replay, 200);
    await expectPage(spam, 200);
    expect(new Set([first.text, replay.text, spam.text]).size).toBe(1);
  });

  it('gets an error page', async () => {
    const form = await account.makeForm({ status: 'draft' });
    await expectPage(await browse(form.slug, fields(), HTMX), 403);
  });
});

describe('a program', () => {
  it.each([
    ['says nothing', {}],
    ['takes anything', { accept: '*/*' }],
    ['prefers JSON', { accept: 'text/html;q=0.9, application/json' }],
  ])('that %s gets JSON, even from a form with a redirect_url', async (_, headers) => {
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
  const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };
  const photos = (count: number) =>
    multipart(...Array.from({ length: count }, () => file('photo', 'foto.png', 'x')));

  /** The page's heading and one of its sentences. */
  const cases: [string, number, string, string, () => Promise<Answered>][] = [
    [
      'a form that is not there',
      404,
      'Modulo non trovato',
      'Questo modulo non esiste. Forse è stato eliminato o il suo indirizzo è cambiato.',
      () => browse('<script>alert(1)</script>'),
    ],
    [
      'a draft',
      403,
      'Modulo non attivo',
      'Al momento questo modulo non accetta messaggi.',
      async () => browse((await account.makeForm({ status: 'draft' })).slug),
    ],
    [
      'a wrong key',
      403,
      'Il modulo non è configurato correttamente',
      'La preghiamo di avvisare il gestore del sito.',
      async () => browse((await account.makeForm()).slug, fields(), { authorization: 'Bearer x' }),
    ],
    [
      'an origin that is not allowed',
      403,
      'Non è possibile inviare il modulo da qui',
      'Questo modulo non accetta messaggi dal sito \u2068b.example\u2069.',
      async () => {
        const form = await account.makeForm({ allowed_origins: ['https://a.example'] });
        return browse(form.slug, fields(), { origin: 'https://b.example' });
      },
    ],
    [
      'an origin that the browser keeps to itself',
      403,
      'Non è possibile inviare il modulo da qui',
      'il browser non ha indicato da quale sito proviene.',
      async () => {
        const form = await account.makeForm({ allowed_origins: ['https://a.example'] });
        return browse(form.slug, fields(), { origin: 'null' });
      },
    ],
    [
      'a challenge without a token',
      403,
      'Confermi di essere una persona',
      'attenda la fine della verifica e invii di nuovo il modulo.',
      async () => browse((await account.makeForm({ challenge: { enabled: true, secret: 's' } })).slug),
    ],
    [
      'an empty post',
      400,
      'Il modulo era vuoto',
      'Tutti i campi erano vuoti, perciò non è stato inviato nulla.',
      async () => browse((await account.makeForm()).slug, new Uint8Array(), URLENCODED),
    ],
    [
      'a body that cannot be read',
      400,
      'Non è stato possibile leggere il messaggio',
      'Qualcosa è andato storto durante l’invio',
      async () =>
        browse((await account.makeForm()).slug, Buffer.from('--x\r\n'), {
          'content-type': 'multipart/form-data; boundary=x',
        }),
    ],
    [
      'a form with enctype="text/plain"',
      400,
      'Il modulo non è configurato correttamente',
      'Il sito invia il modulo in un modo che non funziona.',
      async () =>
        browse((await account.makeForm()).slug, Buffer.from('name=Ada'), { 'content-type': 'text/plain' }),
    ],
    [
      'too much text',
      413,
      'Il testo è troppo lungo',
      'Il modulo può contenere al massimo 256\u00a0KB di testo in totale.',
      async () => browse((await account.makeForm()).slug, fields({ text: 'x'.repeat(300_000) })),
    ],
    [
      'too many fields',
      413,
      'Il modulo ha troppi campi',
      'Un modulo può avere al massimo 200 campi.',
      async () =>
        browse(
          (await account.makeForm()).slug,
          fields(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`campo${n}`, 'x']))),
        ),
    ],
    [
      'too many files',
      413,
      'Troppi file',
      'Può inviare al massimo 10 file alla volta.',
      async () => {
        const pro = await makeAccount(stores, call, { plan: 'pro' });
        return browse((await pro.makeForm()).slug, photos(11), { 'content-type': MULTIPART });
      },
    ],
    [
      'files that the plan does not include',
      413,
      'File non accettati',
      'Questo modulo non accetta file.',
      async () => {
        const free = await makeAccount(stores, call, { plan: 'free' });
        return browse((await free.makeForm()).slug, photos(1), { 'content-type': MULTIPART });
      },
    ],
    [
      'an upload that is not there',
      422,
      'Manca un file',
      'Uno dei file scelti non è arrivato',
      async () => {
        const pro = await makeAccount(stores, call, { plan: 'pro' });
        return browse((await pro.makeForm()).slug, fields({ _uploads: `upl_${'0'.repeat(26)}` }));
      },
    ],
    [
      'a quota that is used up',
      402,
      'Modulo temporaneamente chiuso',
      'Riprovi più tardi o contatti il gestore del sito.',
      async () => {
        const poor = await makeAccount(stores, call, { quota: 0 });
        return browse((await poor.makeForm()).slug);
      },
    ],
  ];

  it.each(cases)('for %s is a page with the same status', async (_, status, heading, sentence, post) => {
    const response = await post();
    await expectPage(response, status);
    expect(response.text).toContain(`<h1>${heading}</h1>`);
    expect(response.text).toContain(sentence);
    expect(response.text).toContain('usi il pulsante Indietro del browser');
    expect(response.text).toContain('href="https://www.example.com/contatti"');
  });

  it('for a rate limit keeps Retry-After and says when to come back', async () => {
    const form = await account.makeForm({ rate_limit: 1 });
    await browse(form.slug);
    const response = await browse(form.slug);
    await expectPage(response, 429);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
    expect(response.text).toMatch(
      /Potrà inviare di nuovo il modulo tra (1 (minuto|secondo)|\d+ (minuti|secondi))\./,
    );
  });

  it("doesn't reveal the account's usage to visitors", async () => {
    const poor = await makeAccount(stores, call, { quota: 0 });
    const { text } = await browse((await poor.makeForm()).slug, fields(), { 'accept-language': 'en' });
    expect(text).toContain('This form is closed for now.');
    expect(text).toContain('Please try again later or contact the owner of the website.');
    expect(text).not.toMatch(/quota|account|month|limit|submissions/i);
  });

  it('stores nothing', async () => {
    const form = await account.makeForm({ challenge: { enabled: true, secret: 's' } });
    await browse(form.slug);
    expect(await storedSubmissions(stores, form.id)).toEqual([]);
  });
});

describe('a request without a matching route', () => {
  it.each([
    ['GET', '/v1/f/contact', 405, 'Questo è l’indirizzo di un modulo'],
    ['DELETE', '/v1/f/contact', 405, 'Questo è l’indirizzo di un modulo'],
    ['POST', '/v1/f/contact/else', 404, 'Modulo non trovato'],
    ['GET', '/v1/f/', 404, 'Pagina non trovata'],
  ])('gets a page in a browser: %s %s', async (method, path, status, title) => {
    const response = await callUnmatched({ method, path, headers: BROWSER });
    await expectPage(response, status);
    expect(response.text).toContain(`<h1>${title}</h1>`);
    if (status === 405) expect(response.headers['allow']).toBe('POST');
  });

  it.each([
    ['GET', '/v1/f/contact', 405],
    ['POST', '/v1/f/contact/else', 404],
  ])('gets a problem document readable for any origin in a program: %s %s', async (method, path, status) => {
    const response = await callUnmatched({ method, path, headers: { origin: 'https://www.example.com' } });
    expect(response).toMatchObject({
      status,
      headers: { ...CORS, 'content-type': 'application/problem+json' },
      body: { status },
    });
  });

  it('says that nothing was sent if a form with method="get" put its fields into the query', async () => {
    const query = { name: 'Ada', email: 'ada@example.com' };
    const request = { method: 'GET', path: '/v1/f/contact', query };
    const response = await callUnmatched({ ...request, headers: BROWSER });
    await expectPage(response, 405);
    expect(response.text).toContain('<h1>Il modulo non è configurato correttamente</h1>');
    expect(await callUnmatched(request)).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
      body: { detail: 'GET is not supported here; use POST.' },
    });
  });

  it('gets no page on other paths', async () => {
    expect(await callUnmatched({ method: 'GET', path: '/v1/nothing', headers: BROWSER })).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    });
  });

  it.each([
    ['GET', '/v1/submissionz', 404],
    ['GET', '/oauth/token', 405],
    ['POST', '/de/api/x/y', 404],
  ])('is described by its path and method, without its query: %s %s', async (method, path, status) => {
    expect(await callUnmatched({ method, path, query: { limit: '1' } })).toMatchObject({ status });
  });
});

describe('the page for a refused post', () => {
  const entriesOf = (text: string): [string, string][] =>
    Array.from(text.matchAll(/<dt[^>]*>([^<]*)<\/dt>\s*<dd>(.*?)<\/dd>/gs), ([, name = '', value = '']) => [
      name,
      value
        .replace(/<\/li>\s*<li[^>]*>/g, ' | ')
        .replace(/<[^>]*>/g, '')
        .trim(),
    ]);
  const typed = () =>
    new URLSearchParams([
      ['name', 'Ada <b>Lovelace</b>'],
      ['topic', 'Analisi'],
      ['topic', 'Macchine & motori'],
      ['message', 'Riga uno\r\nRiga due'],
      ['phone', ''],
      ['cf-turnstile-response', 'secret-token'],
      ['_uploads', '[]'],
      ['website', ''],
    ]);
  const KEPT: [string, string][] = [
    ['name', 'Ada &lt;b&gt;Lovelace&lt;/b&gt;'],
    ['topic', 'Analisi | Macchine &amp; motori'],
    ['message', 'Riga uno\r\nRiga due'],
  ];

  it.each([
    ['a draft', { status: 'draft' }, {}],
    ['an origin that is not allowed', { allowed_origins: ['https://a.example'] }, { origin: 'null' }],
    ['a wrong key', {}, { authorization: 'Bearer x' }],
    ['no pass of a challenge', { challenge: { enabled: true, secret: 's' } }, {}],
  ])('keeps the input, without control fields, after %s', async (_, input, headers) => {
    const form = await account.makeForm(input);
    const response = await browse(form.slug, typed(), headers);
    await expectPage(response, 403);
    expect(entriesOf(response.text)).toEqual(KEPT);
    expect(response.text).not.toMatch(/secret-token|_uploads/);
    expect(response.text).toContain('Ecco ciò che ha inserito, così non va perso nulla.');
  });

  it('keeps the input after a rate limit, a quota error, an unknown form and a wrong path', async () => {
    const busy = await account.makeForm({ rate_limit: 1 });
    await browse(busy.slug);
    const poor = await makeAccount(stores, call, { quota: 0 });
    const pages = [
      await browse(busy.slug, typed()),
      await browse((await poor.makeForm()).slug, typed()),
      await browse('none', typed()),
      await callUnmatched({
        method: 'POST',
        path: '/v1/f/contact/else',
        headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
        body: typed(),
      }),
    ];
    expect(pages.map(({ status }) => status)).toEqual([429, 402, 404, 404]);
    for (const { text } of pages) expect(entriesOf(text)).toEqual(KEPT);
  });

  it('never shows the honeypot, whatever its name', async () => {
    const form = await account.makeForm({ honeypot_field: 'company_fax', status: 'draft' });
    const { text } = await browse(form.slug, fields({ name: 'Ada', company_fax: 'filled by a bot' }));
    expect(entriesOf(text)).toEqual([['name', 'Ada']]);
  });

  it('lists files without their content', async () => {
    const free = await makeAccount(stores, call, { plan: 'free' });
    const body = multipart(
      text('name', 'Ada'),
      file('photo', 'C:\\fakepath\\foto %221%22.png', 'the bytes of the photo'),
      file('photo', 'foto 2.png', 'more'),
      file('empty', '', ''),
    );
    const { slug } = await free.makeForm();
    const response = await browse(slug, body, { 'content-type': MULTIPART });
    await expectPage(response, 413);
    expect(entriesOf(response.text)).toEqual([
      ['name', 'Ada'],
      ['photo', 'File: \u2068foto &quot;1&quot;.png\u2069 | File: \u2068foto 2.png\u2069'],
    ]);
    expect(response.text).not.toContain('the bytes of the photo');
  });

  it('truncates long input and says so', async () => {
    const form = await account.makeForm();
    const long = await browse(form.slug, fields({ name: 'Ada', text: '"&<'.repeat(100_000) }));
    await expectPage(long, 413);
    expect(long.text).toContain('Il testo è molto lungo; viene mostrato solo l’inizio.');
    expect(entriesOf(long.text)[0]).toEqual(['name', 'Ada']);
    expect(entriesOf(long.text)[1]?.[1].length).toBeGreaterThan(256 * 1024);
    // A function's response is limited to 6 MB.
    expect(Buffer.byteLength(long.text)).toBeLessThan(3_000_000);
  });

  it('gives programs only the problem document', async () => {
    const form = await account.makeForm({ status: 'draft' });
    const response = await call('submitForm', { path: { slug: form.slug }, body: typed() });
    expect(Object.keys(response.body as object).sort()).toEqual(['detail', 'status', 'title', 'type']);
    expect(response.text).not.toContain('Lovelace');
  });

  const noReferrer = (slug: string, headers: Record<string, string> = {}) =>
    call('submitForm', {
      path: { slug },
      body: typed(),
      headers: { accept: BROWSER.accept, 'accept-language': 'it', ...headers },
    });
  const linkIn = ({ text }: Answered) => /<a href="([^"]*)">([^<]*)<\/a>/.exec(text)?.slice(1);

  it.each([
    ['its redirect_url', { redirect_url: 'https://www.example.com/grazie?x=1' }, 'https://www.example.com'],
    [
      'the only origin it allows',
      { allowed_origins: ['https://shop.example.com'] },
      'https://shop.example.com',
    ],
  ])("links to the form's website by %s if there is no referrer", async (_, input, origin) => {
    const form = await account.makeForm({ ...input, status: 'draft' });
    expect(linkIn(await noReferrer(form.slug))).toEqual([origin, `Vai a ${new URL(origin).host}`]);
  });

  it("has no link if the form doesn't identify one website, and never links to posted URLs", async () => {
    const several = { allowed_origins: ['https://www.example.com', 'https://staging.example.com'] };
    for (const input of [{}, several]) {
      const form = await account.makeForm({ ...input, status: 'draft' });
      const headers = {
        origin: 'https://evil.example',
        referer: 'javascript:alert(1)',
        host: 'evil.example',
      };
      expect(linkIn(await noReferrer(form.slug, headers))).toBeUndefined();
    }
  });
});

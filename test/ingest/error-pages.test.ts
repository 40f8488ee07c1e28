import { makeAccount } from '../support/samples/account-with-forms.ts';
import { callUnmatched, type Answered } from '../support/service/handlers.ts';
import { file, multipart, MULTIPART } from '../support/samples/multipart.ts';
import { storedSubmissions } from '../support/samples/stored-records.ts';
import { BROWSER, CORS, stores, call, account, fields, browse, expectPage } from './browser-fixture.ts';

describe('an error in a browser', () => {
  const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };
  const photos = (count: number) =>
    multipart(...Array.from({ length: count }, () => file('photo', 'foto.png', 'x')));

  /** The page's expected heading and one of its sentences. */
  const cases: [string, number, string, string, () => Promise<Answered>][] = [
    [
      'a form that does not exist',
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
      'an origin that the browser does not reveal',
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
      'Il modulo non è integrato correttamente nel sito.',
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
      'an upload that does not exist',
      422,
      'Manca un file',
      'Uno dei file scelti non è arrivato',
      async () => {
        const pro = await makeAccount(stores, call, { plan: 'pro' });
        return browse((await pro.makeForm()).slug, fields({ _uploads: `upl_${'0'.repeat(26)}` }));
      },
    ],
    [
      'a used-up quota',
      402,
      'Modulo temporaneamente chiuso',
      'Riprovi più tardi o contatti il gestore del sito.',
      async () => {
        const poor = await makeAccount(stores, call, { quota: 0 });
        return browse((await poor.makeForm()).slug);
      },
    ],
  ];

  it.each(cases)('is a page with the same status for %s', async (_, status, heading, sentence, post) => {
    const response = await post();
    await expectPage(response, status);
    expect(response.text).toContain(`<h1>${heading}</h1>`);
    expect(response.text).toContain(sentence);
    expect(response.text).toContain('usi il pulsante Indietro del browser');
    expect(response.text).toContain('href="https://www.example.com/contatti"');
  });

  it('keeps Retry-After for a rate limit and says when to try again', async () => {
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

  const OWNERS = {
    en: 'For the owner of this website',
    de: 'Für den Betreiber dieser Website',
    es: 'Para el responsable de este sitio web',
    it: 'Per il gestore di questo sito',
    ru: 'Для владельца этого сайта',
  };
  it.each(Object.entries(OWNERS))(
    'tells the owner of the website the cause in %s',
    async (language, heading) => {
      const inLanguage = { ...BROWSER, 'accept-language': language };
      const { slug } = await account.makeForm({ fields: [{ name: 'cv', type: 'file' }] });
      const pages: [Answered, number, string, string][] = [
        [
          await callUnmatched({
            method: 'GET',
            path: `/v1/f/${slug}`,
            query: { name: 'Ada' },
            headers: inLanguage,
          }),
          405,
          'method=&quot;post&quot;',
          'plain-form',
        ],
        [await browse('contct', fields(), inLanguage), 404, '\u2068contct\u2069', 'plain-form'],
        [
          await browse(slug, fields({ cv: 'cv.pdf' }), inLanguage),
          422,
          'enctype=&quot;multipart/form-data&quot;',
          'files',
        ],
        [
          await browse(slug, Buffer.from('{"name":"Ada"}'), { ...inLanguage, ...URLENCODED }),
          400,
          'Content-Type: application/json',
          'fetch',
        ],
      ];
      for (const [page, status, cause, guide] of pages) {
        await expectPage(page, status, language);
        const [visitors, owners] = page.text.split(heading);
        expect(visitors).not.toContain(cause);
        expect(owners).toContain(cause);
        expect(owners).toContain(`href="/docs/guides/${guide}"`);
      }
    },
  );

  it("doesn't address the owner if the visitor can correct the submission", async () => {
    const { slug } = await account.makeForm({ fields: [{ name: 'email', type: 'email' }] });
    for (const page of [
      await browse(slug, fields({ email: 'x' })),
      await callUnmatched({ method: 'GET', path: `/v1/f/${slug}`, headers: BROWSER }),
    ])
      expect(page.text).not.toContain(OWNERS.it);
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
  ])('gets a page in browsers: %s %s', async (method, path, status, title) => {
    const response = await callUnmatched({ method, path, headers: BROWSER });
    await expectPage(response, status);
    expect(response.text).toContain(`<h1>${title}</h1>`);
    if (status === 405) expect(response.headers['allow']).toBe('POST');
  });

  it.each([
    ['GET', '/v1/f/contact', 405],
    ['POST', '/v1/f/contact/else', 404],
  ])(
    'gets a problem document in programs, which any origin can read: %s %s',
    async (method, path, status) => {
      const response = await callUnmatched({ method, path, headers: { origin: 'https://www.example.com' } });
      expect(response).toMatchObject({
        status,
        headers: { ...CORS, 'content-type': 'application/problem+json' },
        body: { status },
      });
    },
  );

  it('says that no data was sent if a form with method="get" has its fields in the query', async () => {
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

  it('gives the address for forms if the path lacks the version', async () => {
    const detail = 'Nothing exists at this path. Form addresses look like http://api.test/v1/f/contact.';
    for (const method of ['POST', 'GET'])
      expect(await callUnmatched({ method, path: '/f/contact' })).toMatchObject({
        status: 404,
        body: { type: 'http://api.test/problems/not-found', detail },
      });
    const page = await callUnmatched({ method: 'POST', path: '/f/contact', headers: BROWSER });
    await expectPage(page, 404);
    expect(page.text).toContain('Per il gestore di questo sito');
    expect(page.text).toContain('Gli indirizzi dei moduli sono del tipo http://api.test/v1/f/contact.');
    const odd = await callUnmatched({ method: 'POST', path: '/f/a%22b' });
    expect(odd.body.detail).toMatch(/^Nothing exists at this path. See/);
  });

  it('gets a page in browsers and a problem document in programs on other paths too', async () => {
    const request = { method: 'GET', path: '/v1/nothing' };
    const page = await callUnmatched({ ...request, headers: BROWSER });
    await expectPage(page, 404);
    expect(page.text).toContain('<h1>Non trovato</h1>');
    expect(await callUnmatched(request)).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    });
  });

  it.each([
    ['GET', '/v1/submissionz', 404],
    ['GET', '/oauth/token', 405],
    ['POST', '/de/api/x/y', 404],
  ])('is described with its path and method but without its query: %s %s', async (method, path, status) => {
    expect(await callUnmatched({ method, path, query: { limit: '1' } })).toMatchObject({ status });
  });
});

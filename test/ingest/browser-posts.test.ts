import { CORS, call, account, fields, browse, expectPage } from './browser-fixture.ts';

describe('a browser that submits a form', () => {
  const thanksOf = (slug: string) => `http://api.test/v1/f/${slug}/thanks`;

  it.each([
    ['stored', {}, {}],
    ['spam', { _gotcha: 'x' }, {}],
    ['a replay', {}, { 'idempotency-key': 'known' }],
  ])('is redirected to the thank-you page with 303 if its submission is %s', async (_, extra, headers) => {
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
  ])(
    "is redirected to the form's redirect_url with 303 if its submission is %s",
    async (_, extra, headers) => {
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
    },
  );

  it.each([
    ['navigate', 303],
    ['cors', 201],
    ['same-origin', 201],
    ['no-cors', 201],
  ])('gets the status for the fetch mode %s: %d', async (mode, status) => {
    const form = await account.makeForm();
    expect((await browse(form.slug, fields(), { 'sec-fetch-mode': mode })).status).toBe(status);
  });

  it('is redirected if it uses Turbo, which requires a redirect', async () => {
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

  it('gets the same page for spam and for a replay, but with a different status', async () => {
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
    ['has no Accept header', {}],
    ['accepts anything', { accept: '*/*' }],
    ['prefers JSON', { accept: 'text/html;q=0.9, application/json' }],
  ])('gets JSON if it %s, even from a form with a redirect_url', async (_, headers) => {
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

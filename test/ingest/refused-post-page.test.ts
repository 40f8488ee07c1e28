import { makeAccount } from '../support/samples/account-with-forms.ts';
import { callUnmatched, type Answered } from '../support/service/handlers.ts';
import { file, multipart, MULTIPART, text } from '../support/samples/multipart.ts';
import { BROWSER, stores, call, account, fields, browse, expectPage } from './browser-fixture.ts';

describe('the page for a refused submission', () => {
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
    ["an origin that isn't allowed", { allowed_origins: ['https://a.example'] }, { origin: 'null' }],
    ['a wrong key', {}, { authorization: 'Bearer x' }],
    ['a failed challenge', { challenge: { enabled: true, secret: 's' } }, {}],
  ])('keeps the input, without control fields, after %s', async (_, input, headers) => {
    const form = await account.makeForm(input);
    const response = await browse(form.slug, typed(), headers);
    await expectPage(response, 403);
    expect(entriesOf(response.text)).toEqual(KEPT);
    expect(response.text).not.toMatch(/secret-token|_uploads/);
    expect(response.text).toContain('Ecco i dati che ha inserito. Li copi adesso per non perderli.');
  });

  it('keeps the input after a rate limit, a quota error, an unknown form, or a wrong path', async () => {
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

  it('truncates long input and tells visitors so', async () => {
    const form = await account.makeForm();
    const long = await browse(form.slug, fields({ name: 'Ada', text: '"&<'.repeat(100_000) }));
    await expectPage(long, 413);
    expect(long.text).toContain('Il testo è molto lungo, quindi viene mostrato solo l’inizio.');
    expect(entriesOf(long.text)[0]).toEqual(['name', 'Ada']);
    expect(entriesOf(long.text)[1]?.[1].length).toBeGreaterThan(256 * 1024);
    // Lambda limits a function's response to 6 MB.
    expect(Buffer.byteLength(long.text)).toBeLessThan(3_000_000);
  });

  it('returns only the problem document to programs', async () => {
    const form = await account.makeForm({ status: 'draft' });
    const response = await call('submitForm', { path: { slug: form.slug }, body: typed() });
    expect(Object.keys(response.body as object).sort()).toEqual([
      'code',
      'detail',
      'status',
      'title',
      'type',
    ]);
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

  it("has no link if the form doesn't identify one website and never links to submitted URLs", async () => {
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

/** Tests a form's hosted page: who can see it, the responses to its submissions, and what counts as a view. */
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { browserPattern } from '../../lambdas/form-pages/hosted/browser-pattern.ts';
import { helpHtml } from '../../lambdas/form-pages/hosted/help-text.ts';
import { EMBED_SCRIPT } from '../../lambdas/form-script/embed-script.ts';
import { gzipSync } from 'node:zlib';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await makeAccount(stores, call);
});
afterAll(() => stores.stop());

const FIELDS = [
  { name: 'email', label: 'E-mail', type: 'email', required: true },
  { name: 'code', type: 'text', pattern: '(?i)[a-z]+' },
];
const create = async (body: object = {}, { managementKey: key } = account) =>
  (
    await call('createForm', {
      key,
      body: {
        name: 'Contact',
        fields: FIELDS,
        allowed_origins: ['https://www.example.org'],
        page: { enabled: true },
        ...body,
      },
    })
  ).body;
const open = (slug: string, headers: Record<string, string> = {}) =>
  call('getFormPage', { path: { slug }, headers: { accept: 'text/html', ...headers } });
const post = (slug: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  call('submitForm', {
    path: { slug },
    body: new URLSearchParams(fields),
    headers: { accept: 'text/html', ...headers },
  });

it('exists only while it is enabled and says noindex unless the form allows indexing', async () => {
  const { slug, id } = await create({ page: { enabled: true, title: 'Write <us>', intro: 'a\n\nb' } });
  const shown = await open(slug);
  expect(shown).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex' } });
  expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(shown.text).toContain('Write &lt;us&gt;');
  expect(shown.text).toContain('<meta name="robots" content="noindex" />');
  expect(shown.text).not.toContain('pattern=');
  const change = (page: object) =>
    call('updateForm', { key: account.managementKey, path: { id }, body: { page } });
  await change({ index: true, frame_origins: ['https://www.example.org'] });
  const indexed = await open(slug);
  expect(indexed.headers).not.toHaveProperty('x-robots-tag');
  expect(indexed.text).not.toContain('noindex');
  expect(indexed.headers['content-security-policy']).toContain('frame-ancestors https://www.example.org');
  await change({ enabled: false });
  expect((await open(slug)).status).toBe(404);
});

it('shows errors beside their fields, keeps the input, and accepts its own submissions', async () => {
  const { slug } = await create();
  const refused = await post(slug, { email: 'ada <at> example', old: 'kept' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('value="ada &lt;at&gt; example"');
  expect(refused.text).toContain('aria-invalid="true"');
  expect(refused.text).toContain('kept');
  const foreign = await post(slug, { email: 'ada@example.org' }, { origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  expect(foreign.text).not.toContain('<form');
  expect((await post(slug, { email: 'ada@example.org' })).status).toBe(303);
});

it('lists input that its fields can no longer show, from an older copy of the page', async () => {
  const { slug } = await create({
    fields: [
      { name: 'email', type: 'email', required: true },
      { name: 'guests', type: 'number' },
      { name: 'arrival', type: 'date' },
      { name: 'size', type: 'choice', options: ['S', 'M'] },
      { name: 'terms', type: 'checkbox' },
    ],
  });
  const refused = await post(slug, { guests: '3', arrival: '2026-12-24', size: 'M', terms: 'on' });
  expect(refused.status).toBe(422);
  expect(refused.text).not.toContain('<dt');
  expect(refused.text).toMatch(/type="checkbox"[^>]*checked/);
  const older = await post(slug, { guests: 'three', arrival: 'Monday', size: 'XL', terms: 'We agree' });
  const listed = [...older.text.matchAll(/<dd><div dir="auto">([^<]*)<\/div><\/dd>/g)].map(
    ([, value]) => value,
  );
  expect(listed).toEqual(['three', 'Monday', 'XL', 'We agree']);
  expect(older.text).not.toMatch(/ checked/);
});

it('lets the form script upload large files, and lead to the redirect URL', async () => {
  const files = await create({
    fields: [{ name: 'cv', type: 'file' }],
    redirect_url: 'https://www.example.org/thanks?a=1&b=2',
  });
  const { text, headers } = await open(files.slug);
  expect(headers['content-security-policy']).toContain(
    `connect-src 'self' ${String(process.env['AWS_ENDPOINT_URL_S3'])};`,
  );
  expect(headers['content-security-policy']).toContain("form-action 'self' https://www.example.org;");
  expect(text).toContain('data-svc-redirect="https://www.example.org/thanks?a=1&amp;b=2"');
  const plain = await open((await create()).slug);
  expect(plain.headers['content-security-policy']).toContain("connect-src 'self';");
});

it('tells its height in every state only if a website may embed it', async () => {
  const { slug, id } = await create({
    page: { enabled: true, frame_origins: ['https://www.example.org'] },
  });
  const thanks = () => call('getThanks', { path: { slug }, headers: { accept: 'text/html' } });
  const opened = [await open(slug), await post(slug, {}), await thanks()];
  await call('updateForm', { key: account.managementKey, path: { id }, body: { status: 'paused' } });
  for (const { text } of [...opened, await open(slug), await post(slug, {})])
    expect(text).toContain('<script src="/v1/embed.js" defer>');
  expect((await thanks()).headers['content-security-policy']).toContain("script-src 'self'");
  const alone = await create();
  const response = await call('getThanks', { path: { slug: alone.slug }, headers: { accept: 'text/html' } });
  expect(response.text).not.toContain('<script');
});

it('has no controls while the form is closed, but returns the input of a submission sent during that time', async () => {
  const { slug, id } = await create({ page: { enabled: true, index: true, closed_text: 'Back in May.' } });
  await call('updateForm', { key: account.managementKey, path: { id }, body: { status: 'paused' } });
  const closed = await open(slug);
  expect(closed).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex' } });
  expect(closed.text).toContain('Back in May.');
  expect(closed.text).not.toMatch(/<(?:form|input|button)/);
  const late = await post(slug, { email: 'ada@example.org' });
  expect(late.status).toBe(403);
  expect(late.text).toContain('ada@example.org');
  expect(late.text).toContain('Back in May.');
});

it('is also closed for a draft and for an account over its quota', async () => {
  const page = { enabled: true, index: true };
  const poor = await makeAccount(stores, call, { quota: 1 });
  const draft = await create({ page, status: 'draft' });
  const full = await create({ page }, poor);
  expect((await open(full.slug)).text).toContain('<form');
  expect((await post(full.slug, { email: 'ada@example.org' })).status).toBe(303);
  for (const { slug } of [draft, full]) {
    const closed = await open(slug);
    expect(closed).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex' } });
    expect(closed.text).toContain('This form is closed at the moment. Please come back later.');
    expect(closed.text).not.toMatch(/<(?:form|input|button)/);
  }
  const late = await post(full.slug, { email: 'bob@example.org' });
  expect(late.status).toBe(403);
  expect(late.text).toContain('bob@example.org');
});

it('counts views but not those of bots, previews, or closed pages', async () => {
  const { slug, id } = await create();
  const statistics = async () =>
    (await call('getStatistics', { key: account.managementKey, path: { id } })).body;
  expect(await statistics()).toMatchObject({ views: 0, views_conversion: null });
  for (let views = 0; views < 3; views += 1) await open(slug);
  await open(slug, {
    'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.text)',
  });
  await open(slug, { 'sec-purpose': 'prefetch;prerender' });
  const counted = await statistics();
  expect(counted).toMatchObject({ views: 3, views_conversion: 0 });
  expect(counted.by_day.at(-1)).toMatchObject({ views: 3, views_conversion: 0 });
});

it.each([
  ['[A-Z]{2}[0-9]+', '[A-Z]{2}[0-9]+'],
  ['(?i)abc', undefined],
  ['[[:alpha:]]+', undefined],
  ['(?P<year>[0-9]{4})', undefined],
  ['[a&&b]', undefined],
])('gives browsers the pattern %s as %s', (pattern, expected) => {
  expect(browserPattern(pattern)).toBe(expected);
});

it('turns only complete https links in a help text into links', () => {
  expect(helpHtml('See [our <policy>](https://example.org/p?a=1&b=2).').source).toBe(
    'See <a href="https://example.org/p?a=1&amp;b=2" target="_blank" rel="noopener">our &lt;policy&gt;</a>.',
  );
  expect(helpHtml('[x](javascript:alert(1)) [y](http://example.org)').source).not.toContain('<a');
});

it('embeds the page with a script of at most 1,024 bytes', () => {
  expect(gzipSync(EMBED_SCRIPT).length).toBeLessThanOrEqual(1024);
});

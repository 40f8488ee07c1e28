/** Tests form settings that visitors can see, and the subject of e-mails to owners. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { fieldsNamedIn, filledSubject } from '../../lambdas/forms/notify-subject.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await makeAccount(stores, call);
});
afterAll(() => stores.stop());

const NOTHING = {
  language: null,
  thank_you: { heading: null, text: null, link: null },
  brand: { name: null, logo_url: null, color: null },
  notify_subject: null,
};
const create = (body: object) =>
  call('createForm', { key: account.managementKey, body: { name: 'Contact', ...body } });
const change = (id: string, body: object) =>
  call('updateForm', { key: account.managementKey, path: { id }, body });
const stored = async (slug: string) =>
  (await stores.db.send(new GetCommand({ TableName: stores.tables.formSlugs, Key: { slug } }))).Item ?? {};

it("are unset on a new form and take up no space in ingest's record", async () => {
  const { body } = await create({});
  expect(body).toMatchObject(NOTHING);
  expect(Object.keys(await stored(body.slug))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(language|thank_you|brand|notify_subject|fields)$/)]),
  );
});

it('can be set, changed one by one, and removed', async () => {
  const settings = {
    language: 'de',
    thank_you: { heading: 'Danke!', text: 'Bis bald.\nIhr Team', link: 'http://www.example.org/' },
    brand: { name: 'Example GmbH', logo_url: 'https://www.example.org/l.svg', color: '#0B57d0' },
    notify_subject: 'Anfrage von {{name}}',
  };
  const { status, body } = await create(settings);
  expect({ status, body }).toMatchObject({ status: 201, body: settings });
  expect(await stored(body.slug)).toMatchObject({
    language: 'de',
    thank_you: settings.thank_you,
    brand: settings.brand,
  });
  expect(await stored(body.slug)).not.toHaveProperty('notify_subject');

  const changed = await change(body.id, { thank_you: { text: null }, brand: { name: 'Acme' } });
  expect(changed.body).toMatchObject({
    ...settings,
    thank_you: { ...settings.thank_you, text: null },
    brand: { ...settings.brand, name: 'Acme' },
  });
  // If a redirect is set, visitors don't see the thank-you page.
  await change(body.id, { redirect_url: 'https://www.example.org/thanks' });
  expect(await stored(body.slug)).not.toHaveProperty('thank_you');
  await change(body.id, { redirect_url: null });
  expect(await stored(body.slug)).toHaveProperty('thank_you');
  const back = await change(body.id, { language: null, thank_you: null, brand: null, notify_subject: null });
  expect(back.body).toMatchObject(NOTHING);
});

const RTL = '\u202Egnp.exe';
it.each<[string, object]>([
  ['language', { language: 'fr' }],
  ['language', { language: 'DE' }],
  ['thank_you.heading', { thank_you: { heading: '' } }],
  ['thank_you.heading', { thank_you: { heading: 'a\nb' } }],
  ['thank_you.heading', { thank_you: { heading: 'x'.repeat(8 * 200) } }],
  ['thank_you.heading', { thank_you: { heading: RTL } }],
  ['thank_you.text', { thank_you: { text: 'x'.repeat(8 * 2000) } }],
  ['thank_you.text', { thank_you: { text: 'bell\u0007' } }],
  ['thank_you.text', { thank_you: { text: `Hello ${RTL}` } }],
  ['thank_you.link', { thank_you: { link: 'javascript:alert(1)' } }],
  ['thank_you.link', { thank_you: { link: '/thanks' } }],
  ['thank_you.link', { thank_you: { link: 'data:text/html,x' } }],
  ['thank_you.link', { thank_you: { link: 'https://bank.example@evil.example/' } }],
  ['thank_you.link', { thank_you: { link: `https://example.org/${'x'.repeat(8 * 2048)}` } }],
  ['thank_you.colour', { thank_you: { link: null, colour: 'red' } }],
  ['brand.name', { brand: { name: 'x'.repeat(800) } }],
  ['brand.name', { brand: { name: 'Acme\r\nBcc: all@example.org' } }],
  ['brand.logo_url', { brand: { logo_url: 'http://example.org/logo.png' } }],
  ['brand.logo_url', { brand: { logo_url: 'https://user:pw@example.org/logo.png' } }],
  // In a logo URL's host, these characters could end a token of the page's content security policy and start
  // another.
  ['brand.logo_url', { brand: { logo_url: "https://a;script-src'self'.example/logo.png" } }],
  ['brand.logo_url', { brand: { logo_url: 'https://a,b.example/logo.png' } }],
  ['brand.logo_url', { brand: { logo_url: 'https://*.example/logo.png' } }],
  ['brand.logo_url', { brand: { logo_url: 'https://localhost/logo.png' } }],
  ['brand.logo_url', { brand: { logo_url: 'https://[::1]/logo.png' } }],
  ['brand.color', { brand: { color: 'red' } }],
  ['brand.color', { brand: { color: '#fff' } }],
  ['brand.color', { brand: { color: '#0b57d0;}' } }],
  ['notify_subject', { notify_subject: 'New\r\nBcc: all@example.org' }],
  ['notify_subject', { notify_subject: 'x'.repeat(1600) }],
  ['notify_subject', { notify_subject: '' }],
  ['notify_subject', { notify_subject: RTL }],
])('are refused at %s when they are %j', async (path, body) => {
  const refused = await create(body);
  expect({
    status: refused.status,
    paths: refused.body.errors?.map((each: { path: string }) => each.path),
  }).toEqual({ status: 422, paths: [path] });
});

const FIELDS = [{ name: 'email', type: 'email' }];
const NO_PAGE = {
  enabled: false,
  title: null,
  intro: null,
  submit_label: null,
  closed_text: null,
  index: false,
  frame_origins: [],
};

it('include a hosted page, which requires declared fields', async () => {
  const page = {
    enabled: true,
    title: 'Write to us',
    intro: 'One.\n\nTwo.',
    submit_label: 'Send',
    closed_text: 'Back soon.',
    index: true,
    frame_origins: ['https://www.example.org', 'http://localhost:3000'],
  };
  const needsFields = [{ path: 'page.enabled', message: expect.stringContaining('needs declared fields') }];
  expect(await create({ page })).toMatchObject({ status: 422, body: { errors: needsFields } });
  expect((await create({})).body.page).toEqual(NO_PAGE);
  const { body } = await create({ page, fields: FIELDS });
  expect(body.page).toEqual(page);
  expect((await stored(body.slug))['page']).toEqual(page);

  expect(await change(body.id, { fields: [] })).toMatchObject({ status: 422, body: { errors: needsFields } });
  const { body: changed } = await change(body.id, { page: { intro: null, index: false } });
  expect(changed.page).toEqual({ ...page, intro: null, index: false });
  expect((await change(body.id, { page: { enabled: false } })).body.page).toMatchObject({
    title: 'Write to us',
  });
  expect(await stored(body.slug)).not.toHaveProperty('page');
  expect((await change(body.id, { page: null, fields: null })).body.page).toEqual(NO_PAGE);
});

const field = (more: object) => ({ fields: [{ name: 'x', type: 'text', ...more }] });

it('include what the hosted page shows for each field', async () => {
  const { fields } = field({
    help: 'See [privacy](https://www.example.org/privacy)\nor call us',
    placeholder: 'Ada',
    multiline: true,
    autocomplete: 'section-a shipping street-address',
  });
  expect((await create({ fields })).body.fields).toEqual(fields);
});

it.each<[string, object]>([
  ['page.title', { page: { title: 'a\nb' } }],
  ['page.title', { page: { title: 'x'.repeat(201) } }],
  ['page.intro', { page: { intro: 'x'.repeat(2001) } }],
  ['page.submit_label', { page: { submit_label: '' } }],
  ['page.closed_text', { page: { closed_text: 'bell\u0007' } }],
  ['page.colour', { page: { colour: 'red' } }],
  ['page.frame_origins.0', { page: { frame_origins: ['https://*.example.org'] } }],
  ['page.frame_origins.0', { page: { frame_origins: ['https://example.org/'] } }],
  ['page.frame_origins.0', { page: { frame_origins: ['https://a;sandbox'] } }],
  ['page.frame_origins.0', { page: { frame_origins: ['https://a,b.example'] } }],
  ['page.frame_origins.0', { page: { frame_origins: ["'self'"] } }],
  ['page.frame_origins', { page: { frame_origins: Array(21).fill('https://example.org') } }],
  ['fields.0.help', field({ help: 'x'.repeat(501) })],
  ['fields.0.placeholder', field({ placeholder: 'a\nb' })],
  ['fields.0.placeholder', field({ placeholder: 'x'.repeat(201) })],
  ['fields.0.multiline', field({ type: 'email', multiline: true })],
  ['fields.0.autocomplete', field({ autocomplete: 'first-name' })],
  ['fields.0.autocomplete', field({ autocomplete: 'home on' })],
  ['fields.0.autocomplete', field({ autocomplete: 'email work' })],
])('of the hosted page are refused at %s when they are %j', async (path, body) => {
  const refused = await create(body);
  expect({
    status: refused.status,
    paths: refused.body.errors?.map((each: { path: string }) => each.path),
  }).toEqual({ status: 422, paths: [path] });
});

it('show markup as text', async () => {
  const markup = '<b onclick=alert(1)>Thanks</b> שלום \u200f';
  const { body } = await create({ thank_you: { heading: markup }, brand: { name: markup } });
  expect(body).toMatchObject({ thank_you: { heading: markup }, brand: { name: markup } });
});

it('are shown in a browser after a submission, whether it is accepted or refused', async () => {
  const { body: form } = await create({
    language: 'ru',
    brand: { name: 'Пример', logo_url: 'https://cdn.example.org/l.png' },
    thank_you: { heading: 'Готово' },
  });
  const visitor = { accept: 'text/html', 'accept-language': 'fr' };
  const thanks = await call('getThanks', { path: { slug: form.slug }, headers: visitor });
  expect(thanks.headers).toMatchObject({ 'content-language': 'ru' });
  expect(thanks.text).toContain('Готово');
  expect(thanks.headers['content-security-policy']).toContain('; img-src https://cdn.example.org;');
  await change(form.id, { status: 'paused' });
  const refused = await call('submitForm', {
    path: { slug: form.slug },
    body: new URLSearchParams({ name: 'Ada' }),
    headers: visitor,
  });
  expect(refused.status).toBe(403);
  expect(refused.headers).toMatchObject({ 'content-language': 'ru' });
  expect(refused.text).toContain('alt="Пример"');
});

describe('the notification subject', () => {
  const payload = payloadOfPairs([
    ['name', 'Ada\r\nBcc: all@example.org'],
    ['topics', '["Tea","Cake"]'],
    ['long', 'x'.repeat(500)],
    ['rtl', '\u202Eevil'],
    ['braces', '{{name}}'],
  ]);

  it.each([
    ['Request from {{name}}', 'Request from Ada Bcc: all@example.org'],
    ['{{ topics }}: {{missing}}!', 'Tea, Cake: !'],
    ['{{long}} end', `${'x'.repeat(80)}… end`],
    ['{{rtl}}', 'evil'],
    ['{{braces}}', '{{name}}'],
    ['{{missing}}', undefined],
  ])('can be %j', (template, expected) => {
    expect(filledSubject(template, payload)).toBe(expected);
  });

  it('reports which fields it uses', () => {
    expect(fieldsNamedIn('{{ a }} {{b c}} {{}} {d}')).toEqual(['a', 'b c']);
  });
});

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { handlersOn } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await makeAccount(stores, call);
});
afterAll(() => stores.stop());

const open = (slug: string, headers: Record<string, string> = {}) =>
  call('getThanks', { path: { slug }, headers: { accept: 'text/html', ...headers } });

it("uses the form's text and brand and has a link back", async () => {
  const form = await account.makeForm({
    name: 'Kontakt',
    thank_you: { heading: 'Bis bald!', text: 'Wir melden uns.' },
    brand: { name: 'Acme', color: '#123456' },
  });
  for (const slug of [form.slug, form.id]) {
    const page = await open(slug, { 'accept-language': 'de', referer: 'https://www.example.com/kontakt' });
    expect(page).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-language': 'de',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      },
    });
    expect(await pageFaults(page.text)).toEqual([]);
    expect(page.text).toContain('<h1 dir="auto">Bis bald!</h1>');
    expect(page.text).toContain('Wir melden uns.');
    expect(page.text).toContain('<div class="brand" dir="auto">Acme</div>');
    expect(page.text).toContain('<a href="https://www.example.com/kontakt">Zurück zur Website</a>');
  }
});

it.each([
  ['its own link', { thank_you: { link: 'https://www.example.com/shop' } }, 'https://www.example.com/shop'],
  ['its only website', { allowed_origins: ['https://a.example'] }, 'https://a.example'],
  [
    'nowhere if it has several websites',
    { allowed_origins: ['https://a.example', 'https://b.example'] },
    undefined,
  ],
  ['nowhere if it has none', {}, undefined],
])('sends visitors without a referrer to %s', async (_, input, href) => {
  const form = await account.makeForm(input);
  const { text } = await open(form.slug);
  expect(/<a href="([^"]*)"/.exec(text)?.[1]).toBe(href);
});

it.each([
  ['de-AT', 'it', 'de'],
  ['fr', 'it', 'it'],
  ['fr', null, 'en'],
  ['*', 'ru', 'ru'],
])('shows visitors with %s a form in %s in %s', async (accepted, language, expected) => {
  const form = await account.makeForm({ language });
  expect((await open(form.slug, { 'accept-language': accepted })).headers['content-language']).toBe(expected);
});

it('is still shown if the form is paused after the submission and is also returned to programs', async () => {
  const form = await account.makeForm();
  await call('updateForm', { key: account.managementKey, path: { id: form.id }, body: { status: 'paused' } });
  expect(await call('getThanks', { path: { slug: form.slug } })).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
});

it("returns 404 for a form that doesn't exist", async () => {
  expect((await open('none')).text).toContain('<h1>Form not found</h1>');
  expect(await call('getThanks', { path: { slug: 'x'.repeat(3000) } })).toMatchObject({
    status: 404,
    body: { title: 'Form not found' },
  });
});

it('returns 404 for a draft or if the account is suspended', async () => {
  const suspended = await makeAccount(stores, call);
  const settings = { brand: { name: 'Your bank' }, thank_you: { heading: 'Now log in' } };
  const draft = await account.makeForm({ ...settings, status: 'draft' });
  const live = await suspended.makeForm(settings);
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.accounts,
      Key: { account_id: suspended.account_id },
      UpdateExpression: 'SET suspended_at = :now',
      ExpressionAttributeValues: { ':now': '2026-11-22T00:00:00.000Z' },
    }),
  );
  for (const { slug } of [draft, live]) {
    const page = await open(slug);
    expect(page.status).toBe(403);
    expect(page.text).not.toMatch(/Your bank|log in/);
  }
});

import { languages } from '../../lambdas/core/text/language.ts';
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

const preview = (id: string, query?: Record<string, string>, headers?: Record<string, string>) =>
  call('getPreview', {
    key: account.managementKey,
    path: { id },
    ...(query && { query }),
    ...(headers && { headers }),
  });

const BRAND = { name: 'Acme', logo_url: 'https://cdn.example.org/logo.svg', color: '#8a1538' };
const FIELDS = [
  { name: 'email', label: 'Your address', type: 'email' },
  { name: 'seats', label: 'Seats', type: 'number', required: true },
  { name: 'topics', type: 'choices', options: ['Tea', 'Cake', 'Talk'] },
  { name: 'cv', type: 'file' },
];
const THANKS = { en: 'Thank you', de: 'Vielen Dank', es: 'Gracias', it: 'Grazie', ru: 'Спасибо' };

it.each(languages)(
  'shows the thank-you page in %s, with the brand, and forbids framing',
  async (language) => {
    const form = await account.makeForm({ brand: BRAND, status: 'draft', language: 'de' });
    const page = await preview(form.id, { page: 'thanks', language });
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-language': language },
    });
    expect(page.text).toContain(`<h1>${THANKS[language]}</h1>`);
    expect(await pageFaults(page.text, { logos: 1 })).toEqual([]);
    const policy = page.headers['content-security-policy']!;
    expect(policy.replace(/'sha256-[^']*'/g, 'HASH')).toBe(
      "default-src 'none'; style-src HASH HASH; img-src https://cdn.example.org; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'",
    );
  },
);

it('shows invalid declared fields with sample input, with status 200', async () => {
  const form = await account.makeForm({ fields: FIELDS, brand: BRAND });
  const page = await preview(form.id, { page: 'error', language: 'en' });
  expect(page.status).toBe(200);
  expect(await pageFaults(page.text, { logos: 1 })).toEqual([]);
  expect(page.text).toContain('<h1>Please check what you entered</h1>');
  expect(Array.from(page.text.matchAll(/<b dir="auto">([^<]*)</g), ([, label]) => label)).toEqual([
    'Your address',
    'Seats',
  ]);
  expect(page.text).toContain('ada at example.org');
  expect(page.text).toMatch(/<li dir="auto">Tea<\/li>\s*<li dir="auto">Cake<\/li>/);
});

it('shows the rate limit page if no fields are declared, without Retry-After', async () => {
  const form = await account.makeForm({ language: 'ru' });
  const page = await preview(form.id, { page: 'error' }, { 'accept-language': 'fr' });
  expect(page).toMatchObject({ status: 200, headers: { 'content-language': 'ru' } });
  expect(page.headers).not.toHaveProperty('retry-after');
  expect(page.text).toContain('Ada Lovelace');
  expect(await pageFaults(page.text)).toEqual([]);
});

it("shows a thank-you page in the caller's language when the query is empty, and links to the form's website", async () => {
  const form = await account.makeForm({ allowed_origins: ['https://www.example.com'], language: 'de' });
  const page = await preview(form.id, undefined, { 'accept-language': 'it' });
  expect(page.headers['content-language']).toBe('it');
  expect(page.text).toContain('<a href="https://www.example.com">Torna al sito</a>');
});

it.each([
  [{ page: 'nothing' }, 'page'],
  [{ language: 'fr' }, 'language'],
  [{ page: 'thanks', theme: 'dark' }, 'theme'],
])('refuses %j', async (query, path) => {
  const form = await account.makeForm();
  const refused = await preview(form.id, query);
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path }] } });
});

it("hides another account's form", async () => {
  const other = await makeAccount(stores, call);
  const { id } = await other.makeForm();
  expect((await preview(id)).status).toBe(404);
});

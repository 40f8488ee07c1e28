import { languages } from '../../lambdas/core/text/language.ts';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { newKey } from '../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
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

const draft = (id: string, page: string, body: object, headers?: Record<string, string>) =>
  call('getPreview', {
    key: account.managementKey,
    method: 'POST',
    path: { id },
    query: { page },
    body,
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
  "shows the thank-you page in %s with the brand and doesn't let other websites frame it",
  async (language) => {
    const form = await account.makeForm({ brand: BRAND, status: 'draft', language: 'de' });
    const page = await preview(form.id, { page: 'thanks', language });
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-language': language },
    });
    expect(page.text).toContain(`<h1>${THANKS[language]}</h1>`);
    expect(await pageFaults(page.text, { logos: 1 })).toEqual([]);
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src https:; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'self'",
    );
  },
);

it('shows invalid declared fields with sample input and responds with status 200', async () => {
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

it('shows the rate limit page without Retry-After if no fields are declared', async () => {
  const form = await account.makeForm({ language: 'ru' });
  const page = await preview(form.id, { page: 'error' }, { 'accept-language': 'fr' });
  expect(page).toMatchObject({ status: 200, headers: { 'content-language': 'ru' } });
  expect(page.headers).not.toHaveProperty('retry-after');
  expect(page.text).toContain('Ada Lovelace');
  expect(await pageFaults(page.text)).toEqual([]);
});

it("shows a thank-you page in the caller's language if the query is empty and links to the form's website", async () => {
  const form = await account.makeForm({ allowed_origins: ['https://www.example.com'], language: 'de' });
  const page = await preview(form.id, undefined, { 'accept-language': 'it' });
  expect(page.headers['content-language']).toBe('it');
  expect(page.text).toContain('<a href="https://www.example.com">Torna al sito</a>');
});

it.each([
  [{ page: 'nothing' }, 'page'],
  [{ language: 'fr' }, 'language'],
  [{ page: 'thanks', theme: 'dark' }, 'theme'],
  [{ page: 'autoresponse' }, 'page'],
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

describe('e-mails', () => {
  const AUTORESPONDER = { enabled: true, subject: 'Hi {{name}}', text: 'Got it: {{message}}' };

  it('shows the notification for the latest accepted submission and ignores spam', async () => {
    const form = await storedForm(stores, {
      account: account.account_id,
      language: 'de',
      time_zone: 'Europe/Berlin',
      brand: BRAND,
      notify_subject: 'Anfrage von {{name}}',
      fields: [{ name: 'name', label: 'Ihr Name', type: 'text' }],
    });
    const at = Date.UTC(2026, 5, 1, 10);
    await putSubmissions(stores, [
      submissionOf(form, { at: at - 1000, fields: { name: 'Old' } }),
      submissionOf(form, { at, fields: { message: '<b>Tea</b>', name: 'Ada' } }),
      submissionOf(form, { at: at + 1000, status: 'spam', fields: { name: 'Bot' } }),
    ]);
    const { status, text, headers } = await preview(form.form_id, { page: 'notification', language: 'it' });
    expect(status).toBe(200);
    expect(headers['content-language']).toBe('de');
    expect(text).toContain('<title>Anfrage von Ada</title>');
    expect(text).toContain('>Acme</div>');
    expect(text).toContain('&lt;b&gt;Tea&lt;/b&gt;');
    expect(text).toContain('01.06.2026, 12:00 (Europe/Berlin)');
    expect(text).toContain('<a href="#"');
    expect(text).not.toMatch(/Bot|Old|unsubscriptions/);
    const labels = Array.from(
      text.matchAll(/font-weight:600;color:#59636e">([^<]*)</g),
      ([, label]) => label,
    );
    expect(labels).toEqual(['Ihr Name', 'message']);
  });

  it('shows sample values if there are no submissions', async () => {
    const form = await account.makeForm({ autoresponder: AUTORESPONDER });
    const notification = await preview(form.id, { page: 'notification' });
    expect(notification.text).toContain('<title>New submission: Contact</title>');
    expect(notification.text).toContain('ada@example.org');
    const response = await preview(form.id, { page: 'autoresponse' });
    expect(response.text).toContain('<title>Hi Ada Lovelace</title>');
    expect(response.text).toContain('>Got it: Hello!</div>');
  });

  it('shows the e-mail that asks a recipient for confirmation, with the names of the form and the account', async () => {
    const form = await account.makeForm({ name: 'Bookings', notify_emails: ['team@example.org'] });
    const { status, text } = await preview(form.id, { page: 'confirmation' });
    expect(status).toBe(200);
    expect(text).toContain('Bookings');
    expect(text).toContain('team@example.org');
    expect(text).toContain('<a href="#"');
  });

  it("doesn't show anything to a key without the read scope", async () => {
    const form = await account.makeForm();
    const { key } = await newKey(stores, account.account_id, 'management', { scopes: ['write'] });
    for (const method of [undefined, 'POST'] as const) {
      const refused = await call('getPreview', {
        key,
        path: { id: form.id },
        query: { page: 'notification' },
        ...(method && { method, body: {} }),
      });
      expect(refused.status).toBe(403);
    }
  });
});

describe('unsaved settings', () => {
  it('are shown but not stored', async () => {
    const form = await account.makeForm({ brand: BRAND, thank_you: { text: 'Saved' } });
    const shown = await draft(form.id, 'thanks', {
      thank_you: { heading: 'Danke <3' },
      brand: { color: '#116644' },
      language: 'de',
    });
    expect(shown).toMatchObject({ status: 200, body: { subject: null, errors: [] } });
    expect(shown.body.html).toContain('Danke &lt;3</h1>');
    expect(shown.body.html).toContain('Saved');
    expect(shown.body.html).toContain('--link:#116644');
    expect(shown.body.html).toContain('Zurück zur Website');
    const mail = await draft(form.id, 'autoresponse', {
      autoresponder: { enabled: true, subject: 'Hi', text: 'Thanks, {{name}}' },
    });
    expect(mail.body).toMatchObject({ subject: 'Hi', html: expect.stringContaining('Thanks, Ada Lovelace') });
    const { body } = await call('getForm', { key: account.managementKey, path: { id: form.id } });
    expect(body).toMatchObject({ brand: BRAND, thank_you: { heading: null }, language: null });
  });

  it.each([
    [{ brand: { color: 'red' } }, 'brand.color'],
    [{ fields: [{ name: 'code', type: 'text', pattern: '(?=a)' }] }, 'fields.0.pattern'],
    [{ fields: [{ name: '_gotcha', type: 'text' }] }, 'fields.0.name'],
    [{ slug: 'other' }, 'slug'],
  ])('are checked like a change: %j', async (body, path) => {
    const form = await account.makeForm();
    const refused = await draft(form.id, 'error', body);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path }] } });
  });

  it.each([
    ['AB12', []],
    ['ab12', [{ path: 'code', code: 'pattern', message: 'Die Eingabe hat nicht das erforderliche Format.' }]],
    ['', [{ path: 'code', code: 'required', message: 'Bitte füllen Sie dieses Feld aus.' }]],
  ])('check %j as if a visitor had entered it', async (value, errors) => {
    const form = await account.makeForm({ language: 'de' });
    const fields = [{ name: 'code', type: 'text', required: true, pattern: '[A-Z]{2}[0-9]+' }];
    const { body } = await draft(form.id, 'error', { fields, values: { code: value } });
    expect(body.errors).toEqual(errors);
    expect(body.html).toContain(errors.length === 0 ? 'Vielen Dank' : errors[0]?.message);
  });

  it("of another account's form aren't shown", async () => {
    const other = await makeAccount(stores, call);
    const { id } = await other.makeForm();
    expect((await draft(id, 'thanks', {})).status).toBe(404);
  });
});

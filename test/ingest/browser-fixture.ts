/**
 * Sets up an account with forms and submits them like a browser. Importing this file starts the stores before
 * the tests.
 */
import { pageFaults } from '../support/browser/accessible-page.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

export const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'it-IT,it;q=0.9,en;q=0.8',
  referer: 'https://www.example.com/contatti',
};
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id,retry-after,location,etag,www-authenticate',
};

export let stores: TestStores;
export let call: ReturnType<typeof handlersOn>;
export let account: AccountWithForms;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await makeAccount(stores, call);
});
afterAll(() => stores.stop());

export const fields = (of: Record<string, string> = { name: 'Ada' }) => new URLSearchParams(of);
export const browse = (slug: string, body: unknown = fields(), headers: Record<string, string> = {}) =>
  call('submitForm', { path: { slug }, body, headers: { ...BROWSER, ...headers } });

export async function expectPage(response: Answered, status: number, language = 'it'): Promise<void> {
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

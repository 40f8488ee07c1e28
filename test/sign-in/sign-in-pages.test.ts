/** Tests the pages shown when sign-in isn't possible. */
import { outcomePage } from '../../lambdas/sign-in/sign-in-pages.ts';
import { pageFaults } from '../support/browser/accessible-page.ts';

const browserIn = (language: string) => ({ accept: 'text/html', 'accept-language': language });

it('offers sign-in with a management key on a stage without an issuer and remembers the requested page', async () => {
  const { status, html } = outcomePage(browserIn('en'), 'not-set-up', {
    returnTo: '/console/inbox?tab=all',
  });
  expect(status).toBe(404);
  expect(html).toContain('>Sign-in isn’t set up</h1>');
  expect(html).toContain(
    '<a href="/console/key?return_to=%2Fconsole%2Finbox%3Ftab%3Dall">Use a management key</a>',
  );
  expect(await pageFaults(html ?? '')).toEqual([]);
});

it('offers a retry or sign-in with a management key while the issuer is unreachable', async () => {
  const { status, html } = outcomePage(browserIn('en'), 'unavailable', {
    returnTo: '/console/inbox?tab=all',
  });
  expect(status).toBe(503);
  expect(html).toContain('<a href="/console/sign-in?return_to=%2Fconsole%2Finbox%3Ftab%3Dall">');
  expect(html).toContain(
    '<a class="second" href="/console/key?return_to=%2Fconsole%2Finbox%3Ftab%3Dall">Use a management key</a>',
  );
  expect(await pageFaults(html ?? '')).toEqual([]);
});

it("doesn't offer a key to a signed-in user who isn't a member", () => {
  expect(outcomePage(browserIn('en'), 'no-member').html).not.toContain('/console/key');
});

it.each([
  ['de', 'Mit Verwaltungsschlüssel anmelden'],
  ['es', 'Usar una clave de gestión'],
  ['it', 'Usa una chiave di gestione'],
  ['ru', 'Войти по ключу управления'],
])('shows the page in %s', (language, text) => {
  const { html } = outcomePage(browserIn(language), 'not-set-up');
  expect(html).toContain(`<a href="/console/key">${text}</a>`);
});

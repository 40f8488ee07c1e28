/**
 * Tests registering an app in the console, connecting it, editing it, rotating its secret and deleting it.
 */
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { openAsMember } from '../../support/console/member-window.ts';
import { sideways } from '../../support/console/page-faults.ts';
import { startWebsite } from '../../support/receivers/website.ts';
import { newPkce } from '../../support/samples/apps.ts';

let tested: ConsoleUnderTest;
const opened: ConsolePage[] = [];
beforeAll(async () => {
  tested = await startConsole({ withDemoData: true, ownService: true });
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => tested.stop());

async function openAs(email: string, path: string): Promise<ConsolePage> {
  const found = await openAsMember(tested, email, path);
  opened.push(found);
  return found;
}

const LONG = 'Automation '.repeat(9).trim();

it('registers and connects an app, then edits it, rotates its secret, and deletes it', async () => {
  const { baseUrl } = tested.service;
  const platform = await startWebsite();
  const window = await openAs('owner@example.com', '/apps');
  const { page } = window;
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: 'No apps yet' }).waitFor();
  expect(await window.accessFaults()).toEqual([]);

  // Create the app with the keyboard. Each error is shown at its field.
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.waitFor();
  await page.keyboard.type('Shop sync');
  const uris = dialog.getByRole('textbox', { name: 'Redirect URIs' });
  await uris.fill(`http://127.0.0.1/return\nhttp://example.org/return`);
  await dialog.getByRole('textbox', { name: 'Logo URL' }).fill('nowhere');
  await dialog.getByRole('button', { name: 'Create app' }).press('Enter');
  await dialog.getByText(/^http:\/\/example\.org\/return: /).waitFor();
  expect(await dialog.locator('.field-error').count()).toBe(2);
  expect(await window.accessFaults()).toEqual([]);
  await uris.fill('http://127.0.0.1/return');
  await dialog.getByRole('textbox', { name: 'Logo URL' }).fill('');
  await dialog.getByRole('button', { name: 'Create app' }).press('Enter');
  const secret = await dialog.getByRole('region', { name: 'Client secret' }).innerText();
  const clientId = await dialog.getByRole('region', { name: 'Client ID' }).innerText();
  expect(secret).toMatch(/^svc_app_/);
  expect(await window.accessFaults()).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.getByText('Make sure you’ve copied the secret.').waitFor();
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await main.getByTitle('Shop sync').waitFor();

  // Connect the app to one form only.
  const redirect_uri = `${platform.origin}/return`;
  const { verifier, challenge } = newPkce();
  const request = { client_id: clientId, redirect_uri, response_type: 'code', scope: 'read' };
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  await page.goto(`${baseUrl}/oauth/authorize?${new URLSearchParams({ ...request, ...proof }).toString()}`);
  const back = page.waitForResponse((response) => response.url().startsWith(redirect_uri));
  await page.getByText('Only the forms I choose').click();
  await page.getByRole('checkbox', { name: 'Contact' }).check();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const code = new URL((await back).url()).searchParams.get('code') ?? '';
  // The website has no page at this URL, so wait until Chromium shows its error page.
  await page.waitForURL('chrome-error://chromewebdata/');
  await platform.stop();
  const redeemed = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri,
      client_id: clientId,
      client_secret: secret,
    }),
  });
  const { access_token } = (await redeemed.json()) as { access_token: string };
  const useToken = async (): Promise<number> =>
    (await fetch(`${baseUrl}/v1/forms`, { headers: { authorization: `Bearer ${access_token}` } })).status;
  expect(await useToken()).toBe(200);
  await page.goto(`${baseUrl}/console/account`);
  await main
    .getByRole('row', { name: /^Shop sync/ })
    .getByText('Contact', { exact: true })
    .waitFor();

  // Edit the app while someone else is editing it.
  await page.goto(`${baseUrl}/console/apps`);
  const menu = main.getByRole('button', { name: 'Actions for Shop sync' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await name.fill(LONG);
  await tested.service.manage('PATCH', `/v1/oauth-clients/${clientId}`, { name: 'Changed elsewhere' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Someone else changed this app').waitFor();
  expect(await dialog.getByRole('region', { name: 'Current version' }).innerText()).toContain(
    'Changed elsewhere',
  );
  expect(await window.accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await main.getByTitle(LONG).waitFor();

  const actions = main.getByRole('button', { name: `Actions for ${LONG}` });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Rotate secret…' }).click();
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  expect(await dialog.getByRole('region', { name: 'Client secret' }).innerText()).not.toBe(secret);
  await dialog.getByText(/^The previous secret works until /).waitFor();
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await main.getByText(/^The previous secret works until /).waitFor();

  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const question = page.getByRole('alertdialog').or(dialog);
  await question.getByText('This ends 1 connection to the app.').waitFor();
  await question.getByRole('button', { name: 'Delete app' }).click();
  await main.getByRole('heading', { name: 'No apps yet' }).waitFor();
  expect(await useToken()).toBe(401);
  expect(window.complaints).toEqual([]);
});

it("is hidden from members who can't manage apps", async () => {
  const { page } = await openAs('editor@example.com', '/apps');
  await page.getByRole('heading', { name: 'Only owners can manage apps' }).waitFor();
  expect(await page.getByRole('link', { name: 'Apps', exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'New app' }).count()).toBe(0);
});

describe('with many apps', () => {
  beforeAll(async () => {
    for (let count = 0; count < 12; count += 1) {
      await tested.service.manage('POST', '/v1/oauth-clients', {
        name: count === 3 ? LONG : `Platform ${count}`,
        type: count % 2 === 0 ? 'confidential' : 'public',
        redirect_uris: [
          'https://platform.example/callback',
          `https://platform.example/${'long/'.repeat(30)}`,
        ],
      });
    }
  });

  it.each([
    ['light', 360, 'de'],
    ['dark', 360, 'ru'],
    ['light', 1440, 'en'],
    ['dark', 1440, 'es'],
  ] as const)('is accessible and fits the window: %s at %i pixels in %s', async (theme, width, language) => {
    for (const path of ['/apps', '/apps?new=yes']) {
      const window = await tested.open(path, { theme, width, language });
      opened.push(window);
      await window.page.getByText('Platform 11').first().waitFor();
      if (path !== '/apps') await window.page.getByRole('dialog').waitFor();
      expect(await window.accessFaults()).toEqual([]);
      expect(await sideways(window.page)).toBeLessThanOrEqual(0);
      expect(window.complaints).toEqual([]);
      const folder = process.env['SCREENSHOTS'];
      if (folder !== undefined)
        await window.page.screenshot({ path: `${folder}/apps-${theme}-${width}${path.slice(5)}.png` });
    }
  });
});

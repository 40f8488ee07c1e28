import {
  startConsole,
  type ConsoleOptions,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { tabTo } from '../../support/console/keyboard.ts';
import { startWebsite, type Website } from '../../support/receivers/website.ts';
import { newPkce } from '../../support/samples/apps.ts';
import { openAsMember } from '../../support/console/member-window.ts';

let tested: ConsoleUnderTest;
const opened: ConsolePage[] = [];
beforeAll(async () => {
  tested = await startConsole({ withDemoData: true, ownService: true });
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => tested.stop());

async function openAs(email: string, path: string, options: ConsoleOptions = {}): Promise<ConsolePage> {
  const found = await openAsMember(tested, email, path, options);
  opened.push(found);
  return found;
}

it.each(['mouse', 'keyboard'])(
  'signs an owner out on all devices from the account page with the %s',
  async (by) => {
    const [here, elsewhere] = [
      await openAs('owner@example.com', '/account'),
      await openAs('owner@example.com', '/account'),
    ];
    const everywhere = here.page.getByRole('main').getByRole('button', { name: 'Sign out everywhere' });
    const confirm = here.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' });
    for (const button of [everywhere, confirm]) {
      if (by === 'mouse') await button.click();
      else {
        await tabTo(here.page, button);
        await here.page.keyboard.press('Enter');
      }
    }
    await here.page.waitForURL(/\/console\/sign-out|interaction|localhost/);
    const leads = elsewhere.page.waitForRequest(/\/console\/sign-in\?return_to=/);
    await elsewhere.page.getByRole('link', { name: 'Usage', exact: true }).click();
    await leads;
    const status = await here.context.request.get(`${tested.service.baseUrl}/v1/me`);
    expect(status.status()).toBe(401);
  },
);

it('signs out only on this device, with the keyboard', async () => {
  const [here, elsewhere] = [
    await openAs('editor@example.com', '/account'),
    await openAs('editor@example.com', '/usage'),
  ];
  await here.page.getByRole('main').getByRole('button', { name: 'Sign out' }).focus();
  const out = here.page.waitForRequest(/\/console\/sign-out/);
  await here.page.keyboard.press('Enter');
  await out;
  await elsewhere.page.reload();
  await elsewhere.page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
});

it("sets the account's time zone to the owner's at the first sign-in, and lets the owner change it", async () => {
  const zoneOf = async ({ context }: ConsolePage) =>
    (await (await context.request.get(`${tested.service.baseUrl}/v1/me`)).json()).account
      .time_zone as unknown;
  const editor = await openAs('editor@example.com', '/account');
  await editor.page.getByRole('main').getByText('Time zone').waitFor();
  expect(await editor.page.getByRole('combobox', { name: 'Time zone' }).count()).toBe(0);

  const owner = await openAs('owner@example.com', '/account');
  const ofBrowser = await owner.page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone');
  const field = owner.page.getByRole('combobox', { name: 'Time zone' });
  await field.waitFor();
  await owner.page.waitForLoadState('networkidle');
  expect(await zoneOf(owner)).toBe(ofBrowser);
  const changed = owner.page.waitForResponse((each) => each.request().method() === 'PATCH');
  await field.selectOption('Pacific/Auckland');
  expect((await changed).status()).toBe(200);
  expect(await zoneOf(editor)).toBe('Pacific/Auckland');
  await owner.page.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe('Pacific/Auckland');
});

it('shows your details and who can grant missing permissions', async () => {
  const { page } = await openAs('viewer@example.com', '/account');
  const main = page.getByRole('main');
  await main.getByText('Vera Viewer').waitFor();
  const text = await main.innerText();
  expect(text).toContain('viewer@example.com');
  expect(text).toContain('Can view and export submissions.');
  expect(text).toContain('Ask an account owner to sign you out on all devices.');
  expect(text).not.toContain('npm run account');
  expect(await main.getByRole('button', { name: 'Sign out everywhere' }).count()).toBe(0);
});

/**
 * Authorizes an app on the consent page, then exchanges the code for a token as the app would.
 * @returns the app's access token
 */
async function letIn({ page }: ConsolePage, app: { id: string }, platform: Website): Promise<string> {
  const { baseUrl } = tested.service;
  const redirect_uri = `${platform.origin}/return`;
  const { verifier, challenge } = newPkce();
  const client = { client_id: app.id, redirect_uri };
  const request = { ...client, response_type: 'code', scope: 'read', state: 'one' };
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  await page.goto(`${baseUrl}/oauth/authorize?${new URLSearchParams({ ...request, ...proof }).toString()}`);
  const back = page.waitForResponse((response) => response.url().startsWith(redirect_uri));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const code = new URL((await back).url()).searchParams.get('code') ?? '';
  const redeemed = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', code, code_verifier: verifier, ...client }),
  });
  return ((await redeemed.json()) as { access_token: string }).access_token;
}

it('lets viewers list and disconnect their apps, and shows owners who connected each app', async () => {
  const { service } = tested;
  const app = await service.manage('POST', '/v1/oauth-clients', {
    name: 'Shop',
    type: 'public',
    redirect_uris: ['http://127.0.0.1/return'],
  });
  const platform = await startWebsite();
  const viewer = await openAs('viewer@example.com', '/account');
  const main = viewer.page.getByRole('main');
  await main.getByText('No connected apps.').waitFor();
  await main.getByText('No connected agents.').waitFor();
  await main.getByText(`${service.baseUrl}/mcp`, { exact: true }).waitFor();
  await main.getByRole('button', { name: 'Copy address' }).waitFor();
  const token = await letIn(viewer, app.body, platform).finally(platform.stop);
  const useToken = async (): Promise<number> =>
    (await fetch(`${service.baseUrl}/v1/forms`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await useToken()).toBe(200);

  const owner = await openAs('owner@example.com', '/account');
  const ofOwner = owner.page.getByRole('row', { name: /^Shop/ });
  await ofOwner.getByText('Vera Viewer').waitFor();
  expect(await ofOwner.innerText()).toContain('Read');
  expect(await owner.accessFaults()).toEqual([]);

  await viewer.page.goto(`${service.baseUrl}/console/account`);
  expect(await main.getByRole('row', { name: /^Shop/ }).innerText()).not.toContain('Vera');
  await main.getByRole('button', { name: 'Disconnect Shop' }).click();
  await viewer.page
    .getByRole('alertdialog')
    .or(viewer.page.getByRole('dialog'))
    .getByRole('button', { name: 'Disconnect' })
    .click();
  await main.getByText('No connected apps.').waitFor();
  expect(await useToken()).toBe(401);
  expect(owner.complaints).toEqual([]);
});

it('switches language and theme immediately, including the menu, and remembers them', async () => {
  const { page } = await openAs('editor@example.com', '/account');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await page.getByRole('button', { name: /^User menu/ }).click();
  expect(await page.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true');
  const help = page.getByRole('menuitem', { name: 'Help for this page' });
  expect(await help.getAttribute('href')).toBe('/docs/specification#connections');
  expect(await help.getAttribute('target')).toBe('_blank');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Italiano');
  await page.getByRole('heading', { level: 2, name: 'Preferenze' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'Preferenze' }).waitFor();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
});

it('tells owners, but not viewers, what only the operator can change', async () => {
  const section = { level: 2, name: 'Managed by the operator' } as const;
  const { page } = await openAs('owner@example.com', '/account');
  await page.getByRole('heading', section).waitFor();
  await page.getByText('Only the operator of this service can rename').waitFor();
  const { page: seen } = await openAs('viewer@example.com', '/account');
  await seen.getByRole('heading', { level: 2, name: 'Preferences' }).waitFor();
  expect(await seen.getByRole('heading', section).count()).toBe(0);
});

it.each([
  ['light', 1280, 'de'],
  ['dark', 390, 'ru'],
] as const)(
  'has no axe violations and fits the window: %s at %i pixels in %s',
  async (theme, width, language) => {
    for (const path of ['/account', '/usage']) {
      const found = await tested.open(path, { theme, width, language });
      opened.push(found);
      await found.page.getByRole('heading', { level: 2 }).nth(2).waitFor();
      await found.page.waitForLoadState('networkidle');
      expect(await found.accessFaults()).toEqual([]);
      expect(await found.page.evaluate('document.querySelector("main").scrollWidth')).toBeLessThanOrEqual(
        width,
      );
      expect(found.complaints).toEqual([]);
    }
  },
);

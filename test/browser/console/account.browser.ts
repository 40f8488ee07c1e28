import {
  startConsole,
  type ConsoleOptions,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { tabTo } from '../../support/console/keyboard.ts';
import { openAsMember } from '../../support/console/member-window.ts';

let tested: ConsoleUnderTest;
const opened: ConsolePage[] = [];
beforeAll(async () => {
  tested = await startConsole({ withDemoData: true });
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

it.each(['mouse', 'keyboard'])('signs an owner out on all devices, from the account, by %s', async (by) => {
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
});

it('signs out here alone, by keys', async () => {
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

it('shows who one is, and says whom to ask for what one may not do', async () => {
  const { page } = await openAs('viewer@example.com', '/account');
  const main = page.getByRole('main');
  await main.getByText('Vera Viewer').waitFor();
  const text = await main.innerText();
  expect(text).toContain('viewer@example.com');
  expect(text).toContain('Reads and exports submissions.');
  expect(text).toContain('ask an owner of the account');
  expect(text).not.toContain('npm run account');
  expect(await main.getByRole('button', { name: 'Sign out everywhere' }).count()).toBe(0);
});

it('changes language and theme at once, in the menu too, and remembers them', async () => {
  const { page } = await openAs('editor@example.com', '/account');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await page.getByRole('button', { name: /^Your settings/ }).click();
  expect(await page.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Italiano');
  await page.getByRole('heading', { level: 2, name: 'Preferenze' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'Preferenze' }).waitFor();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
});

it('gives an owner the operator’s commands with the id of the account, to copy', async () => {
  const { page } = await openAs('owner@example.com', '/account');
  const { account_id } = tested.service.outputs;
  const plan = page.getByRole('region', { name: /^Change the plan/ });
  expect(await plan.innerText()).toBe(`npm run account -- set-plan ${account_id} PLAN`);
  await plan.locator('..').getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `npm run account -- set-plan ${account_id} PLAN`,
  );
});

it.each([
  ['light', 1280, 'de'],
  ['dark', 390, 'ru'],
] as const)(
  'has no fault that axe finds, and fits, %s at %i pixels in %s',
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

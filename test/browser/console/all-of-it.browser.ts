/**
 * Tests flows across several screens: signing in with a key, deleting many spam submissions, typing fast, and
 * automatic updates.
 */
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { eventually } from '../../support/browser/eventually.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
beforeAll(async () => {
  tested = await startConsole();
});
afterEach(() => opened?.close());
afterAll(() => tested.stop());

const idsOf = async (status: string): Promise<string[]> =>
  (await tested.service.manage('GET', `/v1/submissions?limit=100&status=${status}`)).body.data.map(
    ({ id }: { id: string }) => id,
  );

it("signs in with a management key, opens the requested page, and doesn't store the key", async () => {
  const key = tested.service.outputs.management_key;
  opened = await tested.open('/key?return_to=%2Fconsole%2Finbox%3Ftab%3Dall', { key: null });
  const { page } = opened;
  await page.getByLabel('Management key').fill('svc_sub_wrong');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a management key. It starts with svc_mgmt_.').waitFor();
  await page.getByLabel('Management key').fill(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('We don’t recognize this key.').waitFor();
  expect(await opened.accessFaults()).toEqual([]);
  await page.getByLabel('Management key').fill(` ${key} `);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/console\/inbox\?tab=all$/);
  await page.getByRole('grid').waitFor();
  const kept = await page.evaluate<string>(
    'JSON.stringify({ ...localStorage, ...sessionStorage }) + document.documentElement.outerHTML + location.href',
  );
  expect(kept).not.toContain(key);
  expect(opened.complaints).toEqual([]);
});

it.each(['mouse', 'keyboard'])(
  'clears many spam submissions at once with the %s, then undoes it',
  async (by) => {
    opened = await tested.open('/inbox?tab=spam');
    const { page } = opened;
    await page.getByRole('grid').waitFor();
    const before = await idsOf('spam');
    expect(before.length).toBeGreaterThan(2);
    if (by === 'mouse') {
      await page.getByRole('checkbox', { name: 'Select All' }).click({ force: true });
      await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    } else {
      await page.keyboard.press('j');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('#');
    }
    await page.getByText(`${before.length} submissions deleted`).waitFor();
    await page.getByText('No spam').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('rowheader').first().waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(before.length);
    expect(await idsOf('spam')).toEqual(before);
  },
);

it('keeps the list and the service in sync after 50 fast keystrokes', async () => {
  opened = await tested.open('/inbox?tab=all');
  const { page } = opened;
  await page.getByRole('grid').waitFor();
  const before = await idsOf('received');
  const keys = ['j', 'x', 'j', 'k', '#', 'k', 'j', 'x', 'x', '#'];
  for (let press = 0; press < 50; press++) await page.keyboard.press(keys[press % keys.length] ?? 'j');
  const shown = async (): Promise<string[]> =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('.inbox-list [role=row][data-key]')].map((row) => row.dataset.key)",
    );
  const rows = await shown();
  expect(rows.length).toBeLessThan(before.length);
  // Leaving the page sends changes that can still be undone.
  await page.goto(`${tested.service.baseUrl}/docs`);
  const after = await eventually(
    () => idsOf('received'),
    (ids) => ids.length === before.length - (Math.min(before.length, 30) - rows.length),
  );
  expect(after.slice(0, rows.length)).toEqual(rows);
  expect(opened.complaints).toEqual([]);
});

it("keeps the current screen, marked as busy, until the next screen's file has loaded", async () => {
  opened = await tested.open('/forms');
  const { page } = opened;
  await opened.settled();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/account-screens*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.locator('main[aria-busy="true"]').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Forms');
  release();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.locator('main[aria-busy="false"]').waitFor();
  expect(opened.complaints).toEqual([]);
});

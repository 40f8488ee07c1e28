/** Tests selecting rows in the inbox, and bulk actions on all matching submissions across pages. */
import type { Page } from 'playwright-core';
import { mapInParallel } from '../../../lambdas/core/map-in-parallel.ts';
import { eventually } from '../../support/browser/eventually.ts';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { openAsMember } from '../../support/console/member-window.ts';

const SPAM = 974;
/** Number of submissions, enough for more than one inbox page. */
const LEADS = 31;

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
let formId: string;
/** A form that hasn't received any spam. */
let leadsFormId: string;
beforeAll(async () => {
  tested = await startConsole({ withDemoData: false });
  const posts = async (name: string, all: readonly Record<string, string>[]): Promise<string> => {
    const { body } = await tested.service.manage('POST', '/v1/forms', { name, rate_limit: 1000 });
    await mapInParallel(all, 8, async (fields) => {
      const { status } = await tested.service.request(`/v1/f/${body.slug}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      if (status !== 200 && status !== 201) throw new Error(`Not stored: ${status}`);
    });
    return body.id;
  };
  const named = (prefix: string, count: number, rest: Record<string, string> = {}) =>
    Array.from({ length: count }, (_, index) => ({ name: `${prefix} ${index}`, ...rest }));
  formId = await posts('Raffle', [...named('Bot', SPAM, { _gotcha: 'x' }), { name: 'Ada' }]);
  leadsFormId = await posts('Fair', named('Lead', LEADS));
}, 180_000);
afterEach(() => opened?.close());
afterAll(() => tested.stop());

async function open(query: string): Promise<Page> {
  opened = await tested.open(`/inbox?form=${formId}&${query}`);
  await opened.page.getByRole('grid').waitFor();
  return opened.page;
}
const listed = async (): Promise<{ status: string }[]> =>
  (await tested.service.manage('GET', `/v1/forms/${formId}/submissions?limit=100`)).body.data;
const selectAll = (page: Page) => page.getByRole('columnheader').first().locator('label').click();
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });
const selectedRows = (page: Page) => page.locator('[role=row][aria-selected=true]').count();

it("selects a range when you hold Shift and click a row's check box", async () => {
  const page = await open('tab=spam');
  const box = (index: number) => rows(page).nth(index).locator('label');
  await box(1).click();
  await box(5).click({ modifiers: ['Shift'] });
  await page.getByText('5 selected').waitFor();
  await box(3).click({ modifiers: ['Shift'] });
  expect(await selectedRows(page)).toBe(2);
});

it("shows the current position and doesn't let the action bar cover any row", async () => {
  const page = await open('tab=spam');
  await page.getByText(`1–30 of ${SPAM}`).waitFor();
  await page.getByRole('link', { name: 'Older', exact: true }).click();
  await page.getByText(`31–60 of ${SPAM}`).waitFor();
  await selectAll(page);
  await rows(page).last().scrollIntoViewIfNeeded();
  const [bar, scroll] = await Promise.all([
    page.getByRole('toolbar').last().boundingBox(),
    page.locator('.inbox-scroll').boundingBox(),
  ]);
  expect(bar!.y).toBeGreaterThanOrEqual(scroll!.y + scroll!.height);
  expect(await opened!.accessFaults()).toEqual([]);
});

it('assigns and labels all matching submissions on all pages', async () => {
  const { manage } = tested.service;
  const label = (await manage('POST', '/v1/labels', { name: 'Fair', color: '#2f7dd1' })).body;
  await manage('POST', '/v1/members', { email: 'heidi@example.org', role: 'editor' });
  opened = await openAsMember(tested, 'heidi@example.org', `/inbox?form=${leadsFormId}&tab=all`);
  const { page } = opened;
  await page.getByRole('grid').waitFor();
  const everything = async (): Promise<void> => {
    await selectAll(page);
    await page.getByRole('button', { name: `Select all ${LEADS} that match` }).click();
    await page.getByText(`All ${LEADS} selected`).waitFor();
  };
  await everything();
  await page.keyboard.press('l');
  await page.locator('[role=menuitemcheckbox]:focus').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Labels' });
  expect(await dialog.getByRole('button', { name: 'Add labels' }).isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  expect(await opened.accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Add labels' }).click();
  await page.getByText(`Add labels: ${LEADS} submissions`).waitFor();
  await page.getByText(`${LEADS} submissions updated`).waitFor();
  const labelled = async () =>
    (await manage('GET', `/v1/forms/${leadsFormId}/submissions?limit=100&label=${label.id}`)).body.data
      .length;
  expect(await labelled()).toBe(LEADS);

  await everything();
  await page.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitemradio', { name: 'heidi (you)' }).click();
  await page.getByText(`Assign: ${LEADS} submissions`).waitFor();
  await page.getByText(`${LEADS} submissions updated`).last().waitFor();
  // The view shows submissions that are assigned to the signed-in member and not done.
  await page.getByRole('link', { name: 'Assigned to me' }).click();
  await page.getByText('1–30').waitFor();
  await rows(page).first().click();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await page.reload();
  const mine = async () =>
    (
      await page
        .context()
        .request.get(`${tested.service.baseUrl}/v1/submissions?assignee=me&handled=false&limit=100`)
    ).json();
  expect((await eventually(mine, ({ data }) => data.length === LEADS - 1)).data).toHaveLength(LEADS - 1);
  await page.getByRole('link', { name: 'Done', exact: true }).click();
  await eventually(
    () => rows(page).count(),
    (count) => count === 1,
  );
  expect(await rows(page).count()).toBe(1);
  expect(opened.complaints).toEqual([]);
});

it('moves less frequent actions into a menu in narrow windows', async () => {
  opened = await tested.open(`/inbox?form=${leadsFormId}&tab=all`, { width: 390, language: 'de' });
  const { page } = opened;
  await page.getByRole('grid').waitFor();
  await rows(page).last().locator('label').click();
  const bar = page.getByRole('toolbar').last();
  expect(await bar.evaluate((element: any) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await bar.getByRole('button', { name: 'Zuweisen' }).count()).toBe(0);
  await bar.getByRole('button', { name: 'Mehr' }).click();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual([
    'Als gelesen markieren',
    'Mit Stern markieren',
    'Zuweisen',
    'Labels',
  ]);
  expect(await opened.accessFaults()).toEqual([]);
  await page.getByRole('menuitem', { name: 'Zuweisen' }).click();
  await page.getByRole('dialog', { name: 'Zuweisen an' }).waitFor();
});

it('clears all spam from a form in four steps and can undo it', async () => {
  const page = await open('tab=all');
  const clearSpam = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Spam', exact: true }).click();
    await page.waitForURL(/tab=spam/);
    await rows(page).first().waitFor();
    await selectAll(page);
    await page.getByRole('button', { name: `Select all ${SPAM} that match` }).click();
    await page.getByText(`All ${SPAM} selected`).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(`Delete: ${SPAM} submissions`).waitFor();
  };
  await clearSpam();
  expect(await opened!.accessFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Canceled. Nothing was changed.').waitFor();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await clearSpam();
  await page.getByText(`${SPAM} submissions deleted`).waitFor({ timeout: 80_000 });
  expect(await eventually(listed, (found) => found.length === 1)).toMatchObject([{ status: 'received' }]);
  await page.getByText('No spam').first().waitFor();
  expect(opened!.complaints).toEqual([]);
});

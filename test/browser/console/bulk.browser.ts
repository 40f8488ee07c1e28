/** Tests selecting rows of the inbox, and actions on all submissions that match, on all pages. */
import type { Page } from 'playwright-core';
import { eventually } from '../../support/browser/eventually.ts';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';

/** More than three pages of the inbox. */
const SPAM = 97;

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
let formId: string;
beforeAll(async () => {
  tested = await startConsole({ withDemoData: false });
  const { body } = await tested.service.manage('POST', '/v1/forms', { name: 'Raffle', rate_limit: 1000 });
  formId = body.id;
  const post = (fields: Record<string, string>) =>
    tested.service.request(`/v1/f/${body.slug}`, { method: 'POST', body: new URLSearchParams(fields) });
  for (let count = 0; count < SPAM; count += 1) await post({ name: `Bot ${count}`, _gotcha: 'x' });
  await post({ name: 'Ada' });
}, 120_000);
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

it('selects ranges with Shift, by mouse and on the check boxes', async () => {
  const page = await open('tab=spam');
  const box = (index: number) => rows(page).nth(index).locator('label');
  await box(1).click();
  await box(5).click({ modifiers: ['Shift'] });
  await page.getByText('5 selected').waitFor();
  await box(3).click({ modifiers: ['Shift'] });
  expect(await selectedRows(page)).toBe(2);
});

it('shows the position, and the bar covers no row', async () => {
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

it('clears all spam of a form in four actions, and can undo it', async () => {
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
  await page.getByText('Undone. Nothing was changed.').waitFor();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await clearSpam();
  await page.getByText(`${SPAM} submissions deleted`).waitFor();
  expect(await eventually(listed, (found) => found.length === 1)).toMatchObject([{ status: 'received' }]);
  await page.getByText('No spam').first().waitFor();
  expect(opened!.complaints).toEqual([]);
});

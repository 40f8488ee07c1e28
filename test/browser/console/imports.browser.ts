/**
 * Tests importing submissions in the console: choosing a file, checking it, changing a column, and importing.
 */
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { openAsMember } from '../../support/console/member-window.ts';
import { sideways } from '../../support/console/page-faults.ts';

let tested: ConsoleUnderTest;
const opened: ConsolePage[] = [];
beforeAll(async () => {
  tested = await startConsole({ ownService: true });
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => tested.stop());

const FILE = {
  name: 'old.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Submitted,Email,Message,IP\n' +
      '2025-03-01 10:00:00,ada@example.com,Hello,10.0.0.1\n' +
      '2025-03-02 11:30:00,bob@example.com,"Two\nlines",10.0.0.2\n' +
      '01/02/2025,eve@example.com,Ambiguous,10.0.0.3\n',
  ),
};

it('imports a file into the inbox and never imports anything twice', async () => {
  const { id } = tested.service.outputs.form;
  const window = await openAsMember(tested, 'owner@example.com', '/forms');
  opened.push(window);
  const { page } = window;
  await page.getByRole('button', { name: 'Actions for Contact' }).click();
  await page.getByRole('menuitem', { name: 'Import submissions' }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  expect(await window.accessFaults()).toEqual([]);
  await page.locator('input[type=file]').setInputFiles(FILE);
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('heading', { name: 'Preview' }).waitFor();
  expect(await window.accessFaults()).toEqual([]);
  const errors = page.getByRole('table', { name: 'Rows with errors' });
  expect(await errors.getByRole('row').count()).toBe(2);

  await page.getByLabel('IP').selectOption({ label: 'Don’t import' });
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 2 submissions' }).click();
  await page.getByText('2 submissions imported').waitFor();
  expect(await window.accessFaults()).toEqual([]);
  await page.getByRole('link', { name: 'View in inbox' }).click();
  await page.getByText('Two lines').or(page.getByText('bob@example.com')).first().waitFor();
  const list = await tested.service.manage('GET', `/v1/forms/${id}/submissions`);
  expect(list.body.data.map(({ payload }: any) => payload)).toEqual([
    { Email: 'bob@example.com', Message: 'Two\nlines' },
    { Email: 'ada@example.com', Message: 'Hello' },
  ]);

  await page.goto(`${tested.service.baseUrl}/console/forms/${id}/import`);
  await page.locator('input[type=file]').setInputFiles(FILE);
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByLabel('IP').selectOption({ label: 'Don’t import' });
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 2 submissions' }).click();
  await page.getByText('0 submissions imported').waitFor();
  expect(window.complaints).toEqual([]);
});

it.each([360, 768, 1440])('fits a window %i px wide in German and Russian', async (width) => {
  const { id } = tested.service.outputs.form;
  for (const language of ['de', 'ru'] as const) {
    const window = await tested.open(`/forms/${id}/import`, { language, width });
    opened.push(window);
    await window.page.locator('input[type=file]').setInputFiles(FILE);
    await window.page.locator('.import-start button').click();
    await window.page.getByRole('table').first().waitFor();
    expect(await sideways(window.page)).toBe(0);
  }
});

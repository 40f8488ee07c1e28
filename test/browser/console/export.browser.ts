import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import type { Download, Page } from 'playwright-core';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
beforeAll(async () => {
  tested = await startConsole({ withDemoData: true });
});
afterEach(() => opened?.close());
afterAll(() => tested.stop());

async function open(...args: Parameters<ConsoleUnderTest['open']>): Promise<Page> {
  opened = await tested.open(...args);
  return opened.page;
}
const formId = async (name: string): Promise<string> =>
  (await tested.service.manage('GET', '/v1/forms')).body.data.find((form: any) => form.name === name).id;
const list = async (form: string, query: string): Promise<any[]> =>
  (await tested.service.manage('GET', `/v1/forms/${form}/submissions?limit=100&${query}`)).body.data;
const EXPORTS = '**/submissions/export*';

/** Returns the downloaded content. Reads it through the browser, which may be running in another process. */
async function contentOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Formats a time in the browser's time zone, as spreadsheets recognize it. */
const inBerlin = (utc: string): string =>
  new Date(utc).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' });

async function table(download: Download, delimiter: string): Promise<string[][]> {
  return parse(await contentOf(download), { bom: true, delimiter });
}

/** Selects a format on the export screen. */
const choose = (page: Page, format: 'CSV' | 'NDJSON'): Promise<void> =>
  page.getByText(format, { exact: true }).click();

const columns = (page: Page) => page.getByRole('group', { name: 'Columns' });

describe('exporting a filtered list and opening the file', () => {
  it('works with the mouse from the inbox and uses the chosen columns and separator', async () => {
    const form = await formId('Workshop registration');
    const page = await open(`/inbox?form=${form}&tab=all`);
    await page.getByRole('searchbox', { name: 'Search submissions' }).fill('sharpening');
    await page.waitForURL(/q=sharpening/);
    await page.getByRole('link', { name: 'Export' }).click();
    await page.waitForURL(/\/export\?.*q=sharpening/);
    await choose(page, 'CSV');
    await page.getByRole('combobox', { name: 'Separator' }).selectOption('Tab');
    for (const column of ['ID', 'Status', 'Files', 'Seats', 'Newsletter', 'Date', 'Starred'])
      await columns(page).getByText(column, { exact: true }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = await downloading;

    const found = await list(form, 'status=received&q=sharpening');
    expect(found.length).toBeGreaterThan(1);
    expect(download.suggestedFilename()).toMatch(/^Workshop-registration-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...rows] = await table(download, '\t');
    expect(head).toEqual(['Received', 'Name', 'Email', 'Topics', 'Starred']);
    expect(rows.map(([, name]) => name)).toEqual(found.map(({ payload }) => payload.name));
    expect(rows.map((cells) => cells[0])).toEqual(found.map(({ received_at }) => inBerlin(received_at)));
    expect(rows.every(([, , , topics]) => topics?.includes('sharpening'))).toBe(true);
    await page.getByText(/^Saved \(/).waitFor();
    expect(opened!.complaints).toEqual([]);
  });

  it('works with the keyboard alone', async () => {
    const form = await formId('Job application');
    const page = await open(`/export?form=${form}&tab=all`);
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        const text = await page.evaluate<string>(
          `(({ activeElement: element }) => element.tagName + ' ' + element.type + ' ' + (element.value ?? '') + ' ' + element.textContent)(document)`,
        );
        if (name.test(text)) return;
      }
      throw new Error(`Pressing Tab doesn't focus ${String(name)}`);
    };
    await tabTo(/radio xlsx/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await tabTo(/^BUTTON button +Export$/);
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const lines = (await contentOf(await downloading)).toString().trim().split('\n');
    const found = await list(form, 'status=received');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(found.map(({ id }) => id));
  });
});

it('shows the label that the inbox is filtered by, and exports only matching submissions', async () => {
  const form = await formId('Workshop registration');
  const [first] = await list(form, 'status=received');
  const { body: label } = await tested.service.manage('POST', '/v1/labels', {
    name: 'VIP',
    color: '#0b57d0',
  });
  await tested.service.manage('PATCH', `/v1/submissions/${first.id}`, { labels: [label.id] });
  const page = await open(`/export?form=${form}&tab=all&label=${label.id}`);
  const chosen = page.getByRole('combobox', { name: 'Label' });
  await chosen.waitFor();
  expect(await chosen.inputValue()).toBe(label.id);
  await choose(page, 'NDJSON');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const lines = (await contentOf(await downloading)).toString().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([first.id]);
});

it('downloads an export that is too large for one response from storage', async () => {
  const { body: form } = await tested.service.manage('POST', '/v1/forms', { name: 'Large' });
  const text = 'x'.repeat(240_000);
  for (let count = 0; count < 19; count += 1)
    await tested.service.request(`/v1/f/${form.slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
  const page = await open(`/export?form=${form.id}&tab=all`);
  await choose(page, 'CSV');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [, ...rows] = await table(await downloading, ',');
  expect(rows).toHaveLength(19);
  expect(opened!.complaints).toEqual([]);
});

it('continues in the background and can be reopened later', async () => {
  const form = await formId('Contact');
  const page = await open(`/export?form=${form}&tab=all`);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(EXPORTS, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByText('Reading submissions…').waitFor();
  await page.getByRole('link', { name: 'Forms' }).click();
  const downloading = page.waitForEvent('download');
  release();
  expect((await downloading).suggestedFilename()).toMatch(/^Contact-/);
  await page.getByText(/^Saved Contact-.*\.xlsx$/).waitFor();
  await page.goBack();
  const again = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save again' }).click();
  await again;
});

it('can be canceled and is shown as interrupted after a reload', async () => {
  const form = await formId('Contact');
  const page = await open(`/export?form=${form}&tab=all`);
  await page.route(EXPORTS, () => undefined);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Canceled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByText('Reading submissions…').waitFor();
  await page.reload();
  await page.getByText('Interrupted because the page was reloaded').waitFor();
  await page.unroute(EXPORTS);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Start again' }).click();
  await downloading;
});

it.each([
  [422, { errors: [{ path: 'since', message: 'is required' }] }, /too many submissions for one file/],
  [403, {}, /You don’t have permission to do this/],
  [500, {}, /Something went wrong on our side\. Request req_9/],
])('explains the error when the service returns %i', async (status, problem, text) => {
  const form = await formId('Contact');
  const page = await open(`/export?form=${form}&tab=all`);
  await page.route(EXPORTS, (route) =>
    route.fulfill({
      status,
      headers: { 'x-request-id': 'req_9' },
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'https://x/problems/some', title: 'Some', ...problem }),
    }),
  );
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('list').getByText(text).first().waitFor();
});

it('exports all forms to Excel from the inbox and remembers the columns', async () => {
  const page = await open('/inbox?tab=all');
  await page.getByRole('link', { name: 'Export' }).click();
  await page.waitForURL(/\/export\?tab=all/);
  for (const column of ['ID', 'Status', 'Files', 'Note', 'Assignee', 'Labels', 'Done at'])
    await columns(page).getByText(column, { exact: true }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('UTC');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^All-forms-\d{4}-\d\d-\d\d\.xlsx$/);

  const { sheets } = await readXlsx(await contentOf(download));
  const { data: forms } = (await tested.service.manage('GET', '/v1/forms')).body;
  const filled: string[] = [];
  for (const { id, name } of forms) if ((await list(id, 'status=received')).length > 0) filled.push(name);
  expect(sheets.map(({ name }) => name)).toEqual(filled.map((name) => name.slice(0, 31)));
  const contact = sheets.find(({ name }) => name === 'Contact')!.rows;
  expect(contact[0]?.slice(0, 2)).toEqual(['Form', 'Received']);
  expect(contact[0]?.slice(-4)).toEqual(['Note', 'Assignee', 'Labels', 'Done at']);
  const found = await list(await formId('Contact'), 'status=received');
  expect(contact.slice(1, 4).map((cells) => cells.slice(0, 2))).toEqual(
    found.slice(0, 3).map(({ received_at }) => ['Contact', new Date(received_at)]),
  );

  await page.reload();
  expect(await page.getByRole('checkbox', { name: 'Note' }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Status' }).isChecked()).toBe(false);
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('UTC');
  expect(opened!.complaints).toEqual([]);
});

it('refuses dates in the wrong order and exports without columns', async () => {
  const page = await open(`/export?form=${await formId('Contact')}&from=2026-11-20&to=2026-11-10`);
  await page.getByText('The end date is before the start date.').waitFor();
  for (const box of await columns(page).locator('label').all())
    if (await box.getByRole('checkbox').isChecked()) await box.click();
  await page.getByText('Choose at least one column.').waitFor();
});

describe.each(['light', 'dark'] as const)('exporting in the %s theme', (theme) => {
  it.each([1440, 360])('has no axe violations or overflow at %i pixels', async (width) => {
    const page = await open(`/export?form=${await formId('Contact')}`, { theme, width, language: 'de' });
    await page.route(EXPORTS, () => undefined);
    await page.getByRole('button', { name: 'Exportieren' }).click();
    await page.getByRole('progressbar').waitFor();
    expect(await opened!.accessFaults()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(opened!.complaints).toEqual([]);
  });
});

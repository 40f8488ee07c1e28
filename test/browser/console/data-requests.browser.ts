/**
 * Tests handling a person's data request in the console, from finding a submission to the ZIP file or the
 * erasure.
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

async function openAs(email: string, path: string): Promise<ConsolePage> {
  const found = await openAsMember(tested, email, path);
  opened.push(found);
  return found;
}

const EMAIL = 'ada@example.com';

async function post(message: string): Promise<string> {
  const { slug } = tested.service.outputs.form;
  const response = await tested.service.request(`/v1/f/${slug}`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Ada', email: EMAIL, message }),
    headers: { accept: 'application/json' },
  });
  return ((await response.json()) as { id: string }).id;
}

it('downloads a ZIP file with everything about a person, starting from one of their submissions', async () => {
  const id = await post('Hello');
  const window = await openAs('owner@example.com', `/inbox/${id}?tab=all`);
  const { page } = window;
  const bar = page.getByRole('region', { name: 'Submission', exact: true });
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Everything about this person' }).click();
  const dialog = page.getByRole('dialog', { name: 'New request' });
  expect(await dialog.getByRole('textbox', { name: 'E-mail address' }).inputValue()).toBe(EMAIL);
  expect(await window.accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Start search' }).click();
  await page.getByText('The ZIP file is ready.').waitFor();
  await page.getByText(/^Export · /).waitFor();
  expect(await window.accessFaults()).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download ZIP file' }).click();
  expect((await download).suggestedFilename()).toBe('data.zip');
  const certificate = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download certificate' }).click();
  expect((await certificate).suggestedFilename()).toMatch(/^certificate-dsr_\w+\.json$/);
  expect(window.complaints).toEqual([]);
});

it('asks you to type the address before it erases anything, and can be canceled', async () => {
  await post('Hello again');
  const window = await openAs('owner@example.com', '/data-requests');
  const { page } = window;
  await page.getByRole('button', { name: 'New request' }).waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New request' });
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill(EMAIL);
  await dialog.getByText('Erase', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Ticket 4712');
  await dialog.getByRole('button', { name: 'Start search' }).click();
  await page.getByRole('heading', { name: 'Matching submissions' }).waitFor();
  await page.getByText('In: email').first().waitFor();
  await page.getByText(/^Erase · .* · Ticket 4712$/).waitFor();
  await page.getByRole('button', { name: 'Erase…' }).click();
  const question = page.getByRole('dialog', { name: 'Erase everything about this person?' });
  const erase = question.getByRole('button', { name: 'Erase' });
  expect(await erase.isDisabled()).toBe(true);
  await question.getByRole('textbox').fill('bob@example.com');
  expect(await erase.isDisabled()).toBe(true);
  await question.getByRole('textbox').fill(EMAIL.toUpperCase());
  expect(await erase.isEnabled()).toBe(true);
  expect(await window.accessFaults()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByText('Canceled', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'All data requests' }).click();
  await page
    .getByRole('row', { name: /Removed from this request/ })
    .first()
    .waitFor();
  expect(window.complaints).toEqual([]);
});

it.each([360, 768, 1440])('fits a window %i px wide in German and Russian', async (width) => {
  for (const language of ['de', 'ru'] as const) {
    const window = await tested.open('/data-requests', { language, width });
    opened.push(window);
    await window.page.getByRole('table').waitFor();
    expect(await sideways(window.page)).toBe(0);
    await window.page.getByRole('table').getByRole('link').first().click();
    await window.page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await sideways(window.page)).toBe(0);
  }
});

it("explains the screen to people who aren't owners", async () => {
  const { page } = await openAs('editor@example.com', '/data-requests');
  await page.getByRole('heading', { name: 'Only owners can manage data requests' }).waitFor();
});

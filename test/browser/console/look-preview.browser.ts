/**
 * Tests the preview of a form's pages and e-mails next to its settings. The preview shows unsaved changes
 * exactly as the service renders them and doesn't move while the user types.
 */
import type { Page } from 'playwright-core';
import { eventually } from '../../support/browser/eventually.ts';
import {
  startConsole,
  type ConsoleOptions,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { tabTo } from '../../support/console/keyboard.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage;
beforeAll(async () => {
  tested = await startConsole();
});
afterEach(() => opened.close());
afterAll(() => tested.stop());

async function open(members: object, section: string, options?: ConsoleOptions): Promise<Page> {
  const { body } = await tested.service.manage('POST', '/v1/forms', { name: 'Orders', ...members });
  opened = await tested.open(`/forms/${String(body.id)}/settings/${section}`, options);
  await opened.page.getByRole('complementary', { name: 'Preview' }).waitFor();
  return opened.page;
}

const frameOf = (page: Page) => page.locator('iframe').contentFrame();
/** Evaluates an expression in the frame's document. The frame itself can't run scripts. */
const inFrame = (page: Page, expression: string): Promise<unknown> =>
  page.evaluate(`((document) => ${expression})(globalThis.document.querySelector('iframe').contentDocument)`);
const chosenPage = (page: Page) => page.getByRole('combobox', { name: 'Preview' });
const LONG = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n');

it('updates while the user types, without reloading the frame or losing its scroll position', async () => {
  const page = await open({ brand: { name: 'Acme' }, thank_you: { text: LONG } }, 'thanks');
  const frame = frameOf(page);
  await frame.getByText('Acme', { exact: true }).waitFor();
  const loads: string[] = [];
  page.on('framenavigated', (each) => loads.push(each.url()));
  const scrolled = () => inFrame(page, 'document.documentElement.scrollTop');
  await inFrame(page, 'document.documentElement.scrollTo(0, 400)');
  await page.getByLabel('Heading (optional)').pressSequentially('Danke <b>');
  await frame.getByRole('heading', { name: 'Danke <b>' }).waitFor();
  expect(await scrolled()).toBe(400);
  await page.getByLabel('Color (optional)').fill('#8a1538');
  const button = frame.getByRole('link', { name: 'Back to the website' });
  const color = () => inFrame(page, "getComputedStyle(document.querySelector('.go a')).backgroundColor");
  expect(await eventually(color, (now) => now === 'rgb(138, 21, 56)')).toBe('rgb(138, 21, 56)');
  expect(await scrolled()).toBe(400);
  await button.click();
  expect(loads).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it('keeps the last preview while a setting is invalid, and says why', async () => {
  const page = await open({ brand: { name: 'Acme', color: '#8a1538' } }, 'thanks');
  await frameOf(page).getByText('Acme', { exact: true }).waitFor();
  await page.getByLabel('Color (optional)').fill('#8a15');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByText('must be a color, for example #0b57d0').waitFor();
  expect(await frameOf(page).getByText('Acme', { exact: true }).count()).toBe(1);
  await page.getByLabel('Color (optional)').fill('#8a1539');
  await preview.getByText('must be a color').waitFor({ state: 'detached' });
  expect(opened.complaints).toEqual([]);
});

it('shows the e-mail whose settings have focus, or the page that the user chooses', async () => {
  const page = await open(
    {
      notify_emails: ['team@example.org'],
      language: 'de',
      brand: { name: 'Acme', color: '#8a1538' },
      autoresponder: { enabled: true, subject: 'Hi {{name}}', text: 'Soon' },
    },
    'emails',
  );
  const frame = frameOf(page);
  await frame.getByRole('heading', { name: 'Ihr Formular „Orders“ wurde ausgefüllt.' }).waitFor();
  const color = await inFrame(page, "getComputedStyle(document.querySelector('td div')).color");
  expect(color).toBe('rgb(138, 21, 56)');
  await page.getByLabel('Text', { exact: true }).focus();
  await frame.getByText('Soon', { exact: true }).waitFor();
  await page.getByText('Hi Ada Lovelace', { exact: true }).waitFor();
  await chosenPage(page).focus();
  await page.keyboard.type('Confirmation');
  await frame.getByText('team@example.org').first().waitFor();
  await chosenPage(page).selectOption('Thank-you page');
  await frame.getByText('Vielen Dank').first().waitFor();
  await chosenPage(page).selectOption('Error page');
  await frame.getByText('Zu viele Einsendungen').first().waitFor();
  expect(opened.complaints).toEqual([]);
});

it('shows the latest submission and opens the saved version in a new tab', async () => {
  const { body } = await tested.service.manage('POST', '/v1/forms', { name: 'Chairs' });
  await fetch(`${tested.service.baseUrl}/v1/f/${String(body.id)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Eva', message: 'Two chairs' }),
  });
  opened = await tested.open(`/forms/${String(body.id)}/settings/emails`);
  const { page } = opened;
  await frameOf(page).getByText('Two chairs').waitFor();
  await page.getByLabel('Notification subject').fill('Unsaved');
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open saved version' }).click();
  const tab = await popup;
  await tab.getByText('Two chairs').waitFor();
  expect(await tab.title()).toBe('New submission: Chairs');
  await tab.close();
  expect(opened.complaints).toEqual([]);
});

it('becomes a panel that opens with the keyboard in narrow windows', async () => {
  const page = await open({}, 'thanks', { width: 360, height: 740 });
  expect(await page.locator('iframe').count()).toBe(0);
  await tabTo(page, page.getByRole('button', { name: 'Show preview' }));
  await page.keyboard.press('Enter');
  await frameOf(page).getByRole('heading', { name: 'Thank you' }).waitFor();
  await page.getByLabel('Heading (optional)').fill('Merci');
  await frameOf(page).getByRole('heading', { name: 'Merci' }).waitFor();
  expect(await opened.accessFaults()).toEqual([]);
  const box = await page.locator('iframe').boundingBox();
  expect(box!.y + box!.height).toBeLessThanOrEqual(740);
  await page.getByRole('button', { name: 'Hide preview' }).click();
  await page.locator('iframe').waitFor({ state: 'detached' });
  expect(opened.complaints).toEqual([]);
});

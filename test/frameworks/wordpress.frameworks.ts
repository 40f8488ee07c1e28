/**
 * Publishes the form in the guide for site builders with WordPress's block editor, as a reader would, and
 * submits it in Chromium. Installs WordPress from the npm registry into a temporary folder.
 *
 * Webflow is a hosted product and can't run here. `test/browser/guides.browser.ts` submits the same form in
 * a page without a framework, because Webflow's Code Embed element publishes HTML unchanged.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../support/browser/chromium.ts';
import { forForm, guideBlocks, GUIDES, type ExampleForm } from '../support/documentation/guide-examples.ts';
import { openLocally, startWordPress, type WordPress } from '../support/frameworks/wordpress.ts';
import { startService, type RunningService } from '../support/service/service.ts';

let service: RunningService;
let browser: Browser;
let wordpress: WordPress;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), startBrowser()]);
  wordpress = await startWordPress(browser);
}, 600_000);
afterAll(async () => {
  await wordpress.stop();
  await Promise.all([service.stop(), browser.close()]);
});

const newForm = async (): Promise<ExampleForm> =>
  (await service.manage('POST', '/v1/forms', { name: 'Contact' })).body;
const payloads = async ({ id }: ExampleForm): Promise<unknown[]> =>
  (await service.manage('GET', `/v1/forms/${id}/submissions`)).body.data.map((each: any) => each.payload);
const example = (form: ExampleForm): string =>
  forForm(guideBlocks('site-builders', 'html')[0]!, service.baseUrl, form);

/** Opens a page as a visitor. */
async function visit(url: string): Promise<Page> {
  const page = await (await openLocally(browser)).newPage();
  await page.goto(url);
  return page;
}

/** Class that the guide recommends for buttons in block themes. */
const buttonClass = /class="([\w-]+)"/.exec(readFileSync(join(GUIDES, 'site-builders.md'), 'utf8'))![1]!;

// WordPress 6.5 uses the theme Twenty Twenty-Four, whose buttons are #111111. Chromium's are #efefef.
it.each([
  ['administrator', `<button class="${buttonClass}">`, 'rgb(17, 17, 17)'],
  ['editor', '<button>', 'rgb(239, 239, 239)'],
] as const)("the form on an %s's page is sent, and has the button %s", async (role, button, color) => {
  const form = await newForm();
  const page = await visit(await wordpress.publish(role, example(form).replace('<button>', button)));
  const url = page.url();
  const send = page.getByRole('button', { name: 'Send' });
  const background = await send.evaluate(
    (element) => element.ownerDocument.defaultView!.getComputedStyle(element).backgroundColor,
  );
  expect(background).toBe(color);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Message').fill('Hello');
  await send.click();
  await page.getByText('Thank you').waitFor();
  expect(page.url()).toBe(url);
  expect(await payloads(form)).toEqual([{ name: 'Ada', email: 'ada@example.com', message: 'Hello' }]);
});

it("an author's post loses the form, the input fields and the script, and keeps the rest", async () => {
  const form = await newForm();
  const page = await visit(await wordpress.publish('author', example(form)));
  const content = page.locator('.entry-content');
  expect(await content.locator('form, input, script').count()).toBe(0);
  expect((await content.locator('label').allInnerTexts()).map((text) => text.trim())).toEqual([
    'Name',
    'E-mail',
    'Message',
  ]);
  await content.getByLabel('Message').fill('Hello');
  await content.getByRole('button', { name: 'Send' }).click();
  expect(await content.getByText('Thank you').isVisible()).toBe(false);
  expect(await payloads(form)).toEqual([]);
});

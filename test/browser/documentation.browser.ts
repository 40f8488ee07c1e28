/**
 * Tests the documentation at `/docs` in Chromium: axe checks of the pages in both themes and at phone size,
 * search, and API calls.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { axeViolations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/chromium.ts';
import { startService, type RunningService } from '../support/service/service.ts';

let service: RunningService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), startBrowser()]);
});
afterAll(async () => {
  await Promise.all([service.stop(), browser.close()]);
});

/** A page's errors, and the origins that it contacted. */
interface Heard {
  readonly complaints: string[];
  readonly origins: Set<string>;
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page } & Heard> {
  const page = await (
    await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  ).newPage();
  const heard: Heard = { complaints: [], origins: new Set() };
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      heard.complaints.push(message.text());
  });
  page.on('pageerror', (error) => heard.complaints.push(error.message));
  page.on('request', (request) => heard.origins.add(new URL(request.url()).origin));
  await page.goto(`${service.baseUrl}${path}`);
  return { page, ...heard };
}

/** Returns the page's violations of WCAG 2.2 A and AA, including heading order. */
async function violations(page: Page): Promise<string[]> {
  const found = await axeViolations(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
  return found.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`);
}

it('has no axe violations in either theme, fits on a phone, and loads nothing from other origins', async () => {
  const { page, complaints, origins } = await open('/docs');
  const paths = await page
    .locator('#navigation a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  expect(paths.length).toBeGreaterThan(25);
  const faults: string[] = [];
  for (const [index, path] of ['/docs', ...paths].entries()) {
    // The same function builds all pages of one kind, so it's enough to check one group page, each guide in
    // one theme, and two recipes.
    const isOfEachKind = [
      '/docs',
      '/docs/guides/files',
      '/docs/api',
      '/docs/api/ingest',
      '/docs/api/problems',
    ].includes(path);
    const one = /^\/docs\/(guides\/|automations$|automations\/verify)/.test(path)
      ? ([index % 2 === 0 ? 'light' : 'dark'] as const)
      : [];
    const themes = isOfEachKind ? (['light', 'dark'] as const) : one;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${service.baseUrl}${path}`);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      faults.push(...(await violations(page)).map((fault) => `${path} ${colorScheme}: ${fault}`));
    }
    const levels = await page
      .locator('h1, h2, h3, h4')
      .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
    const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
    if (levels[0] !== 1 || skipped.length > 0) faults.push(`${path}: headings ${levels.join(' ')}`);
    await page.setViewportSize({ width: 390, height: 844 });
    const wider = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
    if (wider > 0) faults.push(`${path}: ${wider} px wider than the screen`);
  }
  expect(faults).toEqual([]);
  expect(complaints).toEqual([]);
  expect([...origins]).toEqual([service.baseUrl]);
});

it('finds a guide and an operation by search, with the keyboard alone', async () => {
  const { page, complaints } = await open('/docs');
  const search = page.getByRole('combobox', { name: 'Search the documentation' });
  await page.keyboard.press('/');
  await page.keyboard.type('turnstile');
  await page.getByRole('option', { name: 'Turnstile Guides', exact: true }).waitFor();
  expect(await search.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('ArrowDown');
  const active = await search.getAttribute('aria-activedescendant');
  expect(await page.locator(`#${active!}`).getAttribute('aria-selected')).toBe('true');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Turnstile' }).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('revoke key');
  await page.getByRole('option', { name: /Revoke an API key/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${service.baseUrl}/docs/api/api-keys#revokeApiKey`);

  await page.keyboard.press('/');
  await page.keyboard.type('zzzz');
  await page.getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  expect(await search.getAttribute('aria-expanded')).toBe('false');
  expect(complaints).toEqual([]);
});

it('inserts only ids from the URL into recipes', async () => {
  const [form, webhook] = ['frm_8K3Q0ZT5VW', 'wh_8K3Q0ZT5VW5DM2XR71PA'];
  const { page, complaints } = await open(`/docs/automations#form=${form}&webhook=${webhook}&constructor=x`);
  const command = page.locator('code', { hasText: 'curl' });
  expect(await command.textContent()).toContain(`/v1/forms/${form}/submissions?shape=event`);
  await page.getByRole('main').getByRole('link', { name: 'Verify webhook signatures' }).click();
  await page.getByRole('heading', { level: 1, name: 'Verify webhook signatures' }).waitFor();
  await page.locator('code', { hasText: `/webhooks/${webhook}/test` }).waitFor();
  // If a page is opened without ids, its placeholders aren't replaced.
  await page.goto(`${service.baseUrl}/docs`);
  await page.goto(`${service.baseUrl}/docs/automations`);
  expect(await command.textContent()).toContain('/v1/forms/<form id>/submissions');

  await page.goto(`${service.baseUrl}/docs`);
  await page.goto(`${service.baseUrl}/docs/automations#form=${encodeURIComponent("x'; rm -rf /; '")}`);
  expect(await command.textContent()).toContain('/v1/forms/<form id>/submissions');
  expect(complaints).toEqual([]);
});

it('calls an operation with a key that is kept in the tab, or shows a 401 if there is none', async () => {
  const { page, complaints } = await open('/docs/api/forms');
  const section = page.locator('#listForms');
  await section.getByText('Try it').click();
  await section.getByRole('button', { name: 'Send GET' }).click();
  await section.getByText(/^401 /).waitFor();
  expect(await section.locator('[data-body]').textContent()).toContain('/problems/unauthorized');

  await section.getByLabel('Key').fill(service.outputs.management_key);
  await section.getByLabel('limit').fill('1');
  await section.getByRole('button', { name: 'Send GET' }).click();
  await section.getByText(/^200 /).waitFor();
  expect(JSON.parse((await section.locator('[data-body]').textContent())!).data).toHaveLength(1);
  expect(await violations(page)).toEqual([]);

  const created = page.locator('#createForm');
  await created.getByText('Try it').click();
  expect(await created.getByLabel('Key').inputValue()).toBe(service.outputs.management_key);
  await created.getByLabel('Content').fill('{"name":"From the docs"}');
  await created.getByRole('button', { name: 'Send POST' }).click();
  await created.getByText(/^201 /).waitFor();
  const { id } = JSON.parse((await created.locator('[data-body]').textContent())!);
  expect((await service.manage('GET', `/v1/forms/${id}`)).body.name).toBe('From the docs');
  expect(complaints).toEqual([]);
});

it('submits a form like a web page and shows the menu on a phone', async () => {
  const { page, complaints } = await open('/docs/api/ingest', { viewport: { width: 390, height: 844 } });
  const section = page.locator('#submitForm');
  await section.getByText('Try it').click();
  await section.getByLabel('slug').fill(service.outputs.form.slug);
  await section.getByRole('button', { name: 'Send POST' }).click();
  await section.getByText(/^201 /).waitFor();
  const menu = page.getByRole('button', { name: 'Menu' });
  expect(await page.locator('#navigation').isHidden()).toBe(true);
  await menu.click();
  await page.locator('#navigation').getByText('Problems').click();
  await page.getByRole('heading', { level: 1, name: 'Problems' }).waitFor();
  expect(complaints).toEqual([]);
});

it('works without JavaScript', async () => {
  const { page } = await open('/docs/guides/plain-form', { javaScriptEnabled: false });
  await page.getByText('name="_gotcha"').first().waitFor();
  expect(await page.getByRole('combobox').count()).toBe(0);
  expect(await page.locator('pre').first().textContent()).toContain(`${service.baseUrl}/v1/f/contact`);
});

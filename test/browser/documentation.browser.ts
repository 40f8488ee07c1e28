import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { operations } from '../../lambdas/operations.ts';
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

it('shows every operation and webhook on /docs, with nothing from elsewhere and no complaint of the policy', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(`${service.baseUrl}/docs`);
  for (const { name, summary } of Object.values(operations)) {
    const section = page.locator(`[id="operation/${name}"]`);
    await section.waitFor();
    expect(await section.textContent()).toContain(summary);
  }
  await page.getByRole('heading', { name: 'A submission was accepted' }).waitFor();
  await page.getByText('<input name="_gotcha" autocomplete="off" hidden>').waitFor();
  expect(complaints).toEqual([]);
  expect([...origins]).toEqual([service.baseUrl]);

  // Run as the page's own tools would, past its policy.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
    }),
  );
  expect(violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`)).toEqual([]);
});

import type { Page } from 'playwright-core';
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

/** Opens the usage page on November 16, halfway through the month. */
async function openWith(used: number, limit: number): Promise<Page> {
  opened = await tested.open('/forms');
  const { page } = opened;
  await page.clock.setFixedTime('2026-11-16T00:00:00Z');
  await page.route('**/v1/usage', (route) =>
    route.fulfill({
      json: {
        account_id: 'acc_000000000000',
        plan: 'pro',
        period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
        submissions: { used, limit, remaining: Math.max(0, limit - used) },
        uploads: { allowed: true, max_file_bytes: 25_000_000 },
        refused: [],
      },
    }),
  );
  await page.goto(`${tested.service.baseUrl}/console/usage`);
  await page.getByRole('meter').waitFor();
  return page;
}

it("shows the account's usage, the forecast for the month, and the plan's limits", async () => {
  const page = await openWith(3000, 10_000);
  const text = await page.getByRole('main').innerText();
  expect(text).toContain('November 2026');
  expect(text).toMatch(/3,000\s+of 10,000 submissions/);
  expect(text).toContain('7,000 submissions left');
  expect(text).toMatch(/At this rate, about 6,000 by (Nov 30|30 Nov)/);
  expect(text).toContain('Up to 25 MB each');
  expect(await page.getByRole('meter').getAttribute('aria-valuenow')).toBe('3000');
  expect(await page.getByRole('status').filter({ hasText: 'quota' }).count()).toBe(0);
});

it.each([
  [5001, 'At this rate, the quota won’t last until the end of the month.'],
  [8000, 'You’ve used almost all of this month’s quota.'],
  [10_000, 'This month’s quota is used up'],
] as const)('warns at %i of 10,000', async (used, notice) => {
  const page = await openWith(used, 10_000);
  await page.getByRole('status').filter({ hasText: notice }).waitFor();
});

it.each([
  [8000, 'You’ve used 80% of this month’s quota.'],
  [10_000, 'Forms are rejecting submissions.'],
] as const)(
  'shows a banner above the forms and the inbox when usage reaches %i of 10,000',
  async (used, banner) => {
    const page = await openWith(used, 10_000);
    for (const path of ['/forms', '/inbox']) {
      await page.goto(`${tested.service.baseUrl}/console${path}`);
      await page.getByRole('status').filter({ hasText: banner }).waitFor();
      expect(await opened?.accessFaults()).toEqual([]);
    }
    expect(opened?.complaints).toEqual([]);
  },
);

it("counts refused submissions by form and reason on the usage screen and in the form's setup", async () => {
  const { service } = tested;
  const form = (await service.manage('POST', '/v1/forms', { name: 'Closed', status: 'draft' })).body;
  const body = JSON.stringify({ name: 'Ada' });
  const headers = { 'content-type': 'application/json' };
  const refused = await service.request(`/v1/f/${form.slug}`, { method: 'POST', headers, body });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  opened = await tested.open('/usage');
  const { page } = opened;
  const row = page.getByRole('row', { name: /Closed.*Form paused or not published/ });
  await row.waitFor();
  expect(await opened.accessFaults()).toEqual([]);
  await row.getByRole('link').click();
  await page.waitForURL(/\/forms\/[^/]+\/settings/);
  await page.getByRole('heading', { name: 'Rejected submissions' }).waitFor();
  await page.getByRole('row', { name: /^Form paused or not published 1$/ }).waitFor();
  expect(opened.complaints).toEqual([]);
});

it("breaks down the month's usage by form, with the same counts as the statistics", async () => {
  opened = await tested.open('/usage');
  const { page } = opened;
  const { data: forms } = (await tested.service.manage('GET', '/v1/forms')).body;
  const month = new Date().toISOString().slice(0, 7);
  for (const { id, name } of forms) {
    const { by_day } = (await tested.service.manage('GET', `/v1/forms/${id}/statistics?days=90`)).body;
    const received = by_day
      .filter(({ date }: any) => date.startsWith(month))
      .reduce((sum: number, day: { received: number }) => sum + day.received, 0);
    const row = page.getByRole('row').filter({ hasText: name });
    await row
      .getByRole('cell', { name: String(received), exact: true })
      .first()
      .waitFor();
  }
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('table', { name: 'Per day' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

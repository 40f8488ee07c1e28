/**
 * Measures the console's inbox in Chromium with a form that has 100,000 submissions: the time to the first
 * rows, the time to change pages, and the longest task at 4× CPU slowdown.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { serviceAt } from '../../cli/service-connection.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { newSubmission, toSubmissionItem } from '../../lambdas/submissions/submission.ts';
import { startConsole, type ConsoleUnderTest } from '../support/console/console-session.ts';
import { putAll } from '../support/samples/stored-records.ts';
import { spread } from './figures.ts';

const SIZE = 100_000;
const STORED_AT_ONCE = 5_000;
const STARTS = 10;
const PAGES = 12;
const SLOWER = 4;

/**
 * Measures the inbox. Goals: first rows within 1 s, page change under 200 ms, and no task over 200 ms during
 * page changes at 4× CPU slowdown.
 */
export async function benchConsole(): Promise<void> {
  const tested = await startConsole({});
  try {
    await fill(tested);
    const starts: number[] = [];
    for (let start = 0; start < STARTS; start += 1) starts.push(await firstRows(tested));
    console.log(`from navigation to the first rows: ${spread(starts)}`);
    console.log(`page change: ${spread((await pageChanges(tested, 1)).times)}`);
    const slow = await pageChanges(tested, SLOWER);
    console.log(`page change at ${SLOWER}× CPU slowdown: ${spread(slow.times)}`);
    console.log(
      `longest of ${slow.longTasks.length} long tasks during these changes: ${Math.max(0, ...slow.longTasks).toFixed(0)} ms`,
    );
  } finally {
    await tested.stop();
  }
}

async function fill({ service }: ConsoleUnderTest): Promise<void> {
  const { stack_outputs, endpoints } = JSON.parse(
    readFileSync(join(service.folder, 'outputs.json'), 'utf8'),
  ) as { stack_outputs: Record<string, string>; endpoints: { dynamodb: string } };
  const { db } = serviceAt(endpoints, stack_outputs);
  const form = {
    form_id: service.outputs.form.id,
    account_id: service.outputs.account_id,
    retention_days: null,
  };
  const from = Date.now() - SIZE * 60_000;
  for (let stored = 0; stored < SIZE; stored += STORED_AT_ONCE) {
    const items = Array.from({ length: STORED_AT_ONCE }, (_, index) => {
      const nth = stored + index;
      const fields = {
        name: `Ada Lovelace ${nth}`,
        email: `ada${nth}@example.com`,
        subject: 'A question about the Analytical Engine',
        message: 'Dear colleagues, could you please tell me when the next meeting takes place?',
      };
      const content = { status: 'received' as const, payload: payloadOfPairs(Object.entries(fields)) };
      const config = { now: from + nth * 60_000, random: systemRandom, spamRetentionDays: 30 };
      return toSubmissionItem(newSubmission(form, content, config));
    });
    await putAll(db, stack_outputs['SubmissionsTable'] ?? '', items);
  }
  console.log(`stored ${SIZE} submissions`);
}

const inboxOf = ({ service }: ConsoleUnderTest): string => `/inbox?form=${service.outputs.form.id}&tab=all`;
const waitForRows = (page: Page) => page.getByRole('rowheader').first().waitFor();

async function firstRows(tested: ConsoleUnderTest): Promise<number> {
  const opened = await tested.open('/usage');
  const before = performance.now();
  await opened.page.goto(`${tested.service.baseUrl}/console${inboxOf(tested)}`);
  await waitForRows(opened.page);
  const milliseconds = performance.now() - before;
  await opened.close();
  return milliseconds;
}

async function pageChanges(
  tested: ConsoleUnderTest,
  slower: number,
): Promise<{ times: number[]; longTasks: number[] }> {
  const opened = await tested.open(inboxOf(tested));
  const { page } = opened;
  await waitForRows(page);
  const tools = await opened.context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.evaluate(`
    globalThis.longTasks = [];
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map((task) => task.duration)))
      .observe({ type: 'longtask' });
  `);
  const times: number[] = [];
  for (let changes = 0; changes < PAGES; changes += 1) {
    const first = await page.getByRole('rowheader').first().textContent();
    const before = performance.now();
    await page.getByRole('link', { name: 'Older' }).click();
    await page
      .getByRole('rowheader')
      .first()
      .filter({ hasNotText: first ?? '' })
      .waitFor();
    times.push(performance.now() - before);
  }
  const longTasks = await page.evaluate<number[]>('globalThis.longTasks');
  await opened.close();
  return { times, longTasks };
}

/**
 * Tests live updates in the console: a poll returns a 304 if nothing is new, and polling stops while the tab
 * is hidden.
 */
import type { Page, Response } from 'playwright-core';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { eventually } from '../../support/browser/eventually.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
beforeAll(async () => {
  tested = await startConsole();
});
afterEach(() => opened?.close());
afterAll(() => tested.stop());

const post = async (name: string): Promise<void> => {
  const { slug } = tested.service.outputs.form;
  const { status } = await tested.service.request(`/v1/f/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email: 'ada@example.com', message: 'Hello' }),
  });
  expect(status).toBe(201);
};

/**
 * Returns true if the response contains the newest submissions. Ignores requests with a `cursor` parameter, because
 * they prefetch later pages.
 */
const isReadOfNewest = (response: Response): boolean =>
  /\/v1\/(forms\/[^/]+\/)?submissions\?/.test(response.url()) && !response.url().includes('cursor=');

/** Starts recording the response status of each request for the newest submissions. */
function recordReads(page: Page): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (isReadOfNewest(response)) statuses.push(response.status());
  });
  return statuses;
}

/**
 * Advances the clock by five seconds.
 * @returns the response status of the next request
 */
async function nextRead(page: Page): Promise<number> {
  const read = page.waitForResponse(isReadOfNewest);
  await page.clock.fastForward(5000);
  return (await read).status();
}

async function openInbox(): Promise<Page> {
  opened = await tested.open('/inbox', { prepare: ({ clock }) => clock.install() });
  await opened.page.getByRole('grid').waitFor();
  await opened.settled();
  return opened.page;
}

it('polls for new submissions every five seconds and gets a 304 when there are none', async () => {
  const page = await openInbox();
  const threeReads = async (): Promise<number[]> => {
    const statuses = recordReads(page);
    for (let times = 0; times < 3; times += 1) await nextRead(page);
    // Return a copy, because later requests may add to the list.
    return [...statuses];
  };
  // Retry the check, because the stream consumers may still be writing demo data after the first 304.
  const statuses = await eventually(threeReads, (reads) => reads.every((status) => status === 304));
  expect(statuses).toEqual([304, 304, 304]);
});

it('announces new submissions within five seconds and counts them in the window title', async () => {
  const page = await openInbox();
  const [, before] = /^\((\d+)\) Inbox/.exec(await page.title()) ?? [];
  expect(Number(before)).toBeGreaterThan(0);
  await post('Ada Lovelace');
  await page.clock.fastForward(5000);
  await page.getByRole('button', { name: '1 new submission' }).waitFor();
  // Advance the clock further, because the submission counts of forms are polled less often.
  await page.clock.fastForward(30_000);
  const title = await eventually(
    () => page.title(),
    (text) => text.startsWith(`(${Number(before) + 1}) `),
  );
  expect(title).toMatch(new RegExp(`^\\(${Number(before) + 1}\\) Inbox`));
});

it('stops polling while the tab is hidden and polls at once when it is visible again', async () => {
  const page = await openInbox();
  const statuses = recordReads(page);
  await setVisible(page, false);
  for (let times = 0; times < 4; times += 1) await page.clock.fastForward(10_000);
  await opened?.settled();
  expect(statuses).toEqual([]);
  const read = page.waitForResponse(isReadOfNewest);
  await setVisible(page, true);
  expect([200, 304]).toContain((await read).status());
});

/** Simulates hiding or showing the window, because the test browser has no other window to switch to. */
async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${isVisible ? 'visible' : 'hidden'}' });
    document.dispatchEvent(new Event('visibilitychange'));`);
}

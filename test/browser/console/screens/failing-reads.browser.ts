/** Tests what every screen shows when its read requests are refused, fail, are slow or never end. */
import type { Locator, Page } from 'playwright-core';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../../support/console/console-session.ts';
import {
  inject,
  rawTexts,
  REQUEST_ID,
  signInAtOnce,
  type Injection,
} from '../../../support/console/injected-answers.ts';
import { screens } from './screens.ts';

let tested: ConsoleUnderTest;
let paths: Record<string, string>;
let opened: ConsolePage;
let page: Page;
let reads: Injection;
let signIns: readonly string[];
beforeAll(async () => {
  tested = await startConsole();
  paths = await screens(tested.service);
  opened = await tested.open('/account', {
    async prepare(prepared) {
      page = prepared;
      await page.clock.install();
      await page.addInitScript(HEAR_SHIFTS);
      signIns = await signInAtOnce(page);
      // Exclude the request for the current user, which is tested separately below.
      reads = await inject(
        page,
        (request) => request.method() === 'GET' && !request.url().endsWith('/v1/me'),
      );
    },
  });
});
afterEach(() => {
  reads.answer = undefined;
  reads.release();
});
afterAll(() => tested.stop());

/** Records layout shifts that weren't caused by user input. */
const HEAR_SHIFTS = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => node?.className ?? node?.nodeName) });
  }).observe({ type: 'layout-shift', buffered: true });`;

/** For each screen, locates an element that is shown when everything has loaded. */
const CONTENT: Record<string, () => Locator> = {
  forms: () => page.getByRole('link', { name: 'Contact', exact: true }),
  inbox: () => page.getByRole('grid'),
  'inbox-of-form': () => page.getByRole('grid'),
  submission: () =>
    page.getByRole('region', { name: 'Submission', exact: true }).getByRole('heading', { level: 2 }),
  export: () => page.getByRole('button', { name: 'Export', exact: true }),
  settings: () => page.getByRole('button', { name: 'Send test' }),
  'settings-share': () => page.getByLabel('Title (optional)'),
  'settings-emails': () => page.getByLabel('Notification subject'),
  'settings-thanks': () => page.getByLabel('Heading (optional)'),
  'settings-fields': () => page.getByRole('button', { name: 'Add field' }),
  'settings-spam': () => page.getByLabel('Honeypot field name'),
  'settings-files': () => page.getByRole('form', { name: 'Files' }),
  'settings-retention': () => page.getByText('For a set number of days'),
  'settings-general': () => page.getByLabel('Name', { exact: true }),
  import: () => page.getByRole('button', { name: 'Choose a file' }),
  webhooks: () => page.getByRole('link', { name: 'Customer database' }),
  webhook: () => page.getByRole('grid', { name: 'Deliveries' }),
  'webhook-settings': () => page.getByRole('textbox', { name: 'URL' }),
  'webhook-verify': () => page.getByRole('region', { name: 'Code for Node.js' }),
  usage: () => page.getByRole('meter'),
  keys: () => page.getByTitle('First key'),
  apps: () => page.getByRole('heading', { name: 'No apps yet' }),
  people: () => page.getByRole('table', { name: 'People' }),
  'data-requests': () => page.getByRole('table', { name: 'Data requests' }),
  'data-request': () => page.getByText('Nothing was found.'),
  audit: () => page.getByRole('table', { name: 'Audit log' }),
};

/** Waits for an element while advancing the page's clock, so that the test doesn't wait in real time. */
async function soon(locator: Locator): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    if (await locator.first().isVisible()) return;
    await page.clock.fastForward(4000);
    await locator
      .first()
      .waitFor({ timeout: 100 })
      .catch(() => undefined);
  }
  throw new Error(`${String(locator)} is not in ${await page.locator('body').innerText()}`);
}

/** Clicks the button that retries the failed request. */
async function tryAgain(): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).first().click();
}

/** Checks that a screen with an error still has a heading and only shows the console's texts. */
async function expectCompleteScreen(): Promise<void> {
  expect(await rawTexts(page)).toEqual([]);
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
}

/**
 * Checks how a screen handles a refusal, a rate limit, other errors and a missing session, and that the
 * screen loads afterwards.
 */
async function expectEachAnswer(path: string, content: Locator): Promise<void> {
  const failure = page.getByRole('alert');
  reads.answer = { status: 403 };
  await tryAgain();
  await soon(failure.getByText('You don’t have permission to do this. Ask an account owner for access.'));
  await expectCompleteScreen();

  reads.answer = { status: 429, retryAfter: 30 };
  await tryAgain();
  await soon(failure.getByText('Try again in 30 seconds.'));
  await expectCompleteScreen();

  reads.answer = { status: 409, detail: 'The form is being deleted.' };
  await tryAgain();
  await soon(failure.getByText('The form is being deleted.'));
  reads.answer = { status: 422, detail: 'The cursor is of another list.' };
  await tryAgain();
  await soon(failure.getByText('The cursor is of another list.'));

  reads.answer = { status: 401 };
  const signedIn = signIns.length;
  const out = page.waitForRequest(/\/console\/sign-in\?return_to=/);
  // A read that the screen repeats automatically can lead to the sign-in page before the click.
  await Promise.all([out, tryAgain().catch(() => undefined)]);
  reads.answer = undefined;
  await soon(content);
  expect(signIns[signedIn]).toBe(`/console${path}`);
  expect(page.url()).toBe(`${tested.service.baseUrl}/console${path}`);
}

it.each(Object.keys(CONTENT))('%s: shows the failure, offers sign-in, waits, and recovers', async (name) => {
  const path = paths[name] ?? '';
  const content = CONTENT[name]?.();
  if (!content) throw new Error(`Unknown screen ${name}`);
  const failure = page.getByRole('alert');

  reads.answer = { status: 500 };
  await page.goto(`${tested.service.baseUrl}/console${path}`);
  await soon(failure.getByText('Something went wrong on our side.'));
  await failure.getByText(`Request ${REQUEST_ID}`).first().waitFor();
  await expectCompleteScreen();

  // The settings sections all read the same data, so testing one of them is enough.
  if (!name.startsWith('settings-')) await expectEachAnswer(path, content);

  reads.answer = undefined;
  reads.hold();
  await page.goto(`${tested.service.baseUrl}/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const loading = page.getByRole('status', { name: 'Loading…' });
  await soon(loading);
  await page.clock.fastForward(20_000);
  expect(await failure.count()).toBe(0);
  expect(await loading.first().isVisible()).toBe(true);
  await expectCompleteScreen();
  reads.release();
  await soon(content);
  await opened.settled();
  expect(await page.evaluate('shifts.filter(({ value }) => value > 0.02)')).toEqual([]);

  expect(await failure.count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

/** Tests the request for the current user, which is sent before anything is shown. */
it.each([
  [{ status: 500 }, 'Something went wrong on our side.'],
  [{ status: 403 }, 'You don’t have permission to do this. Ask an account owner for access.'],
  [{ status: 429, retryAfter: 30 }, 'Try again in 30 seconds.'],
])('shows an error at startup and loads after a retry: %j', async (answer, text) => {
  const started = await tested.open('/usage', {
    async prepare(fresh) {
      await fresh.clock.install();
      const me = await inject(fresh, (request) => request.url().endsWith('/v1/me'));
      me.answer = answer;
    },
  });
  try {
    const alert = started.page.getByRole('alert');
    for (let tries = 0; tries < 20 && !(await alert.isVisible()); tries += 1) {
      await started.page.clock.fastForward(4000);
      await alert.waitFor({ timeout: 100 }).catch(() => undefined);
    }
    expect(await alert.innerText()).toContain(text);
    expect(await rawTexts(started.page)).toEqual([]);
    await started.page.unroute('**/v1/**');
    await started.page.getByRole('button', { name: 'Try again' }).click();
    await started.page.getByRole('meter').waitFor();
    expect(started.complaints).toEqual([]);
  } finally {
    await started.close();
  }
});

it("shows that you're offline, even on a screen opened for the first time, and loads it when you're back online", async () => {
  const window = await tested.open('/account');
  try {
    await window.settled();
    await window.context.setOffline(true);
    for (const screen of ['Forms', 'Usage', 'Webhooks', 'Audit log', 'Inbox']) {
      await window.page.getByRole('link', { name: screen, exact: true }).click();
      await window.page.getByText('You’re offline.').waitFor();
      await window.page.getByText('No connection.').first().waitFor();
      expect(await rawTexts(window.page)).toEqual([]);
    }
    await window.context.setOffline(false);
    await window.page.getByRole('grid').waitFor();
    expect(await window.page.getByText('You’re offline.').count()).toBe(0);
  } finally {
    await window.close();
  }
});

it('shows a skeleton only after 200 milliseconds of loading', async () => {
  const window = await tested.open('/account');
  try {
    await window.settled();
    const held = await inject(window.page, (request) => request.url().includes('/v1/usage'));
    held.hold();
    await window.page.clock.install();
    await window.page.getByRole('link', { name: 'Usage', exact: true }).hover();
    await window.page.clock.pauseAt(Date.now() + 60_000);
    await window.page.getByRole('link', { name: 'Usage', exact: true }).click();
    await window.page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    const loading = window.page.getByRole('status', { name: 'Loading…' });
    await window.page.clock.runFor(190);
    expect(await loading.count()).toBe(0);
    await window.page.clock.runFor(20);
    await loading.waitFor();
    held.release();
  } finally {
    await window.close();
  }
});

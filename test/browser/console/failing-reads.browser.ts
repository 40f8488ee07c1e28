/** Every screen, when what it reads is refused, fails, is slow or does not come at all. */
import type { Locator, Page } from 'playwright-core';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import {
  inject,
  rawTexts,
  REQUEST_ID,
  signInAtOnce,
  type Injection,
} from '../../support/console/injected-answers.ts';
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
      // Who one is stays known: it has a test of its own below.
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

/** Sums up how far things in sight moved without anybody having done anything. */
const HEAR_SHIFTS = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => node?.className ?? node?.nodeName) });
  }).observe({ type: 'layout-shift', buffered: true });`;

/** What one sees when everything is there. */
const CONTENT: Record<string, () => Locator> = {
  forms: () => page.getByRole('link', { name: 'Contact', exact: true }),
  inbox: () => page.getByRole('grid'),
  'inbox-of-form': () => page.getByRole('grid'),
  submission: () =>
    page.getByRole('region', { name: 'Submission', exact: true }).getByRole('heading', { level: 2 }),
  export: () => page.getByRole('button', { name: 'Export', exact: true }),
  settings: () => page.getByRole('button', { name: 'Send a test' }),
  'settings-emails': () => page.getByLabel('Subject of notifications'),
  'settings-thanks': () => page.getByLabel('Heading (optional)'),
  'settings-fields': () => page.getByRole('button', { name: 'Add field' }),
  'settings-spam': () => page.getByLabel('Name of the hidden field'),
  'settings-files': () => page.getByRole('form', { name: 'Files' }),
  'settings-retention': () => page.getByText('For a number of days'),
  'settings-general': () => page.getByLabel('Name', { exact: true }),
  webhooks: () => page.getByRole('link', { name: 'Customer database' }),
  webhook: () => page.getByRole('grid', { name: 'Deliveries' }),
  'webhook-settings': () => page.getByRole('textbox', { name: 'URL' }),
  'webhook-verify': () => page.getByRole('region', { name: 'Code for Node.js' }),
  usage: () => page.getByRole('meter'),
  keys: () => page.getByTitle('First key'),
  people: () => page.getByRole('table', { name: 'People' }),
  audit: () => page.getByRole('table', { name: 'Audit log' }),
};

/** Waits while the page's own time goes on quickly: what it does in some seconds it does now. */
async function soon(locator: Locator): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    if (await locator.first().isVisible()) return;
    await page.clock.fastForward(4000);
    await locator
      .first()
      .waitFor({ timeout: 100 })
      .catch(() => undefined);
  }
  throw new Error(`Not there: ${String(locator)} in ${await page.locator('body').innerText()}`);
}

/** Reads again what failed, with another answer. */
async function tryAgain(): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).first().click();
}

/** A screen that says what failed is still a screen, in the console's own words. */
async function expectCalm(): Promise<void> {
  expect(await rawTexts(page)).toEqual([]);
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
}

/** Refused, asked to wait, in the way, and without a session; then the screen is there. */
async function expectEachAnswer(path: string, content: Locator): Promise<void> {
  const failure = page.getByRole('alert');
  reads.answer = { status: 403 };
  await tryAgain();
  await soon(failure.getByText('Your role does not allow this. Ask an owner of the account.'));
  await expectCalm();

  reads.answer = { status: 429, retryAfter: 30 };
  await tryAgain();
  await soon(failure.getByText('Try again in 30 seconds.'));
  await expectCalm();

  reads.answer = { status: 409, detail: 'The form is being deleted.' };
  await tryAgain();
  await soon(failure.getByText('The form is being deleted.'));
  reads.answer = { status: 422, detail: 'The cursor is of another list.' };
  await tryAgain();
  await soon(failure.getByText('The cursor is of another list.'));

  reads.answer = { status: 401 };
  const signedIn = signIns.length;
  const out = page.waitForRequest(/\/console\/sign-in\?return_to=/);
  await tryAgain();
  await out;
  reads.answer = undefined;
  await soon(content);
  expect(signIns[signedIn]).toBe(`/console${path}`);
  expect(page.url()).toBe(`${tested.service.baseUrl}/console${path}`);
}

it.each(Object.keys(CONTENT))(
  '%s: says what failed, leads through signing in, waits, and comes back',
  async (name) => {
    const path = paths[name] ?? '';
    const content = CONTENT[name]?.();
    if (!content) throw new Error(`Unknown screen ${name}`);
    const failure = page.getByRole('alert');

    reads.answer = { status: 500 };
    await page.goto(`${tested.service.baseUrl}/console${path}`);
    await soon(failure.getByText('Something went wrong on our side.'));
    await failure.getByText(`Request ${REQUEST_ID}`).first().waitFor();
    await expectCalm();

    // The sections of the settings read the same.
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
    await expectCalm();
    reads.release();
    await soon(content);
    await opened.settled();
    expect(await page.evaluate('shifts.filter(({ value }) => value > 0.02)')).toEqual([]);

    expect(await failure.count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  },
);

/** What is asked before anything is shown: who one is. */
it.each([
  [{ status: 500 }, 'Something went wrong on our side.'],
  [{ status: 403 }, 'Your role does not allow this. Ask an owner of the account.'],
  [{ status: 429, retryAfter: 30 }, 'Try again in 30 seconds.'],
])('says at the start what failed, and starts when asked again: %j', async (answer, text) => {
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

it('says that there is no network, also of a screen that was never opened, and shows it when there is', async () => {
  const window = await tested.open('/account');
  try {
    await window.settled();
    await window.context.setOffline(true);
    for (const screen of ['Forms', 'Usage', 'Webhooks', 'Audit log', 'Inbox']) {
      await window.page.getByRole('link', { name: screen, exact: true }).click();
      await window.page.getByText('You are offline.').waitFor();
      await window.page.getByText('No connection.').first().waitFor();
      expect(await rawTexts(window.page)).toEqual([]);
    }
    await window.context.setOffline(false);
    await window.page.getByRole('grid').waitFor();
    expect(await window.page.getByText('You are offline.').count()).toBe(0);
  } finally {
    await window.close();
  }
});

it('shows nothing for the first 200 milliseconds of waiting, and then what will be where', async () => {
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

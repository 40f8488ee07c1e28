/** The console in a real browser, signed in, with everything heard that a page may complain of. */
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../browser/chromium.ts';
import { startService, type ServiceOptions, type ServiceUnderTest } from '../service/service.ts';
import { accountOnSharedService } from '../service/shared-service.ts';

export interface ConsoleOptions {
  readonly language?: 'en' | 'de' | 'es' | 'it' | 'ru';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Key that the session is made with; the demo account's management key when absent, and no session when null. */
  readonly key?: string | null;
  /** Done to the window before it loads the page: to answer requests in the service's place. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface ConsoleUnderTest {
  readonly service: ServiceUnderTest;
  readonly browser: Browser;
  /** A window of its own with a session; give `close` to the page's context when it is done with. */
  open(path: string, options?: ConsoleOptions): Promise<ConsolePage>;
  stop(): Promise<void>;
}

export interface ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the console, uncaught ones, and violations of the policy so far. */
  readonly complaints: readonly string[];
  /** What axe finds; all of its rules for WCAG 2.2 AA unless some are named. */
  accessFaults(rules?: readonly string[]): Promise<string[]>;
  /** Waits until nothing is being loaded any more, as far as one sees. */
  settled(): Promise<void>;
  /** Goes to another screen without loading the page again, as a link does. */
  goTo(path: string): Promise<void>;
  close(): Promise<void>;
}

/** For anything that is to appear: what takes longer is broken. Milliseconds. */
const MOST_WAITING = 15_000;

interface ConsoleServiceOptions extends ServiceOptions {
  /** For files in which demo people sign in: they become members of every demo account of the service. */
  readonly ownService?: boolean;
}

/**
 * The console of an account that the test file has for itself, with the demo data unless told otherwise. All files of a run
 * share one service and one browser; with `ownService`, an `env` or a `folder` a file gets a service of its own.
 */
export async function startConsole(
  { ownService = false, ...options }: ConsoleServiceOptions = { withDemoData: true },
): Promise<ConsoleUnderTest> {
  const isOwn = ownService || options.env !== undefined || options.folder !== undefined;
  const [shared, browser] = await Promise.all([
    isOwn ? undefined : accountOnSharedService(options.withDemoData ?? false),
    startBrowser(),
  ]);
  const own = shared === undefined ? await startService(options) : undefined;
  const service = shared ?? own!;
  return {
    service,
    browser,
    open: (path, pageOptions = {}) => open(service, browser, path, pageOptions),
    stop: async () => {
      await browser.close();
      await own?.stop();
    },
  };
}

async function open(
  service: ServiceUnderTest,
  browser: Browser,
  path: string,
  options: ConsoleOptions,
): Promise<ConsolePage> {
  const opened = await openWindow(browser, options);
  const { key = service.outputs.management_key, prepare } = options;
  if (key !== null) await startSession(opened.page, service, key);
  await prepare?.(opened.page);
  await opened.page.goto(`${service.baseUrl}/console${path}`);
  return opened;
}

/** A window without a session, in which one signs in as people do. */
export async function openWindow(
  browser: Browser,
  { language = 'en', theme = 'light', width = 1280, height = 800 }: ConsoleOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({
    locale: language,
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_WAITING);
  const settled = trackRequests(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return {
    page,
    context,
    complaints,
    accessFaults: (rules) => accessFaults(page, rules),
    settled,
    async goTo(to) {
      // The console hears of it as of a link within the page: a new entry without a state.
      await page.evaluate(`
        history.pushState(null, '', ${JSON.stringify(`/console${to}`)});
        dispatchEvent(new PopStateEvent('popstate'));
      `);
      await settled();
    },
    close: () => context.close(),
  };
}

/** Makes a session with a key, in the browser itself: its tools cannot set a cookie whose name begins with `__Host-`. */
async function startSession(page: Page, service: ServiceUnderTest, key: string): Promise<void> {
  await page.goto(`${service.baseUrl}/v1/health`);
  const status = await page.evaluate(async (authorization) => {
    const response = await fetch('/v1/session', { method: 'POST', headers: { authorization } });
    return response.status;
  }, `Bearer ${key}`);
  if (status !== 204) throw new Error(`No session: ${status}`);
}

/** Gives what waits until no request is under way, a heading is there, and nothing says that it is loading. */
function trackRequests(page: Page): () => Promise<void> {
  const underWay = new Set<unknown>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  const isPaintedWhole = (): Promise<boolean> =>
    page.evaluate<boolean>(`new Promise((resolve) => requestAnimationFrame(() => setTimeout(() =>
      resolve(document.querySelector('.skeleton, main[aria-busy="true"]') === null))))`);
  return async () => {
    await page.locator('h1').first().waitFor();
    const latest = performance.now() + MOST_WAITING;
    // What was loaded may ask for more once it is shown.
    for (let quiet = 0; quiet < 2;) {
      quiet = (await isPaintedWhole()) && underWay.size === 0 ? quiet + 1 : 0;
      if (performance.now() > latest) throw new Error(`${page.url()} is still loading`);
    }
  };
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function accessFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Run as the page's own tools would, past its policy; it stays until the page is loaded anew.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const runOnly = rules ? { type: 'rule' as const, values: [...rules] } : TAGS;
  const { violations } = await page.evaluate(
    (only) =>
      // React Aria's announcements stay for some seconds, also of what is not there any more.
      (globalThis as unknown as { axe: typeof axe }).axe.run(
        { exclude: '[data-live-announcer]' },
        { runOnly: only, resultTypes: ['violations'] },
      ),
    runOnly,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary ?? ''}`),
  );
}

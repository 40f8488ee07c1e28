/** Opens the console in a real browser, signed in, and records all page errors. */
import type axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeViolations } from '../browser/axe.ts';
import { startBrowser } from '../browser/chromium.ts';
import { startService, type ServiceOptions, type ServiceUnderTest } from '../service/service.ts';
import { newSharedAccount } from '../service/shared-service.ts';

export interface ConsoleOptions {
  readonly language?: 'en' | 'de' | 'es' | 'it' | 'ru';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /**
   * Key that starts the session. Defaults to the demo account's management key. If null, there is no session.
   */
  readonly key?: string | null;
  /** Runs before the page loads, for example to intercept its requests. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface ConsoleUnderTest {
  readonly service: ServiceUnderTest;
  readonly browser: Browser;
  /** Opens a new window with a session. When you finish, pass the page's context to `close`. */
  open(path: string, options?: ConsoleOptions): Promise<ConsolePage>;
  stop(): Promise<void>;
}

export interface ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The page's console errors, uncaught errors and content security policy violations. */
  readonly complaints: readonly string[];
  /**
   * Returns the accessibility violations that axe finds.
   * @param options axe's options. By default, all WCAG 2.2 AA rules run that don't need the style sheets.
   */
  accessFaults(options?: axe.RunOptions): Promise<string[]>;
  /** Waits until the page shows no loading indicators. */
  settled(): Promise<void>;
  /** Navigates to another screen without reloading the page, as a link does. */
  goTo(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Maximum time to wait for anything to appear, in milliseconds. */
const MAX_WAIT_MS = 15_000;

interface ConsoleServiceOptions extends ServiceOptions {
  /**
   * Starts a separate service. Set this if demo users sign in, because they become members of all demo
   * accounts in a service.
   */
  readonly ownService?: boolean;
}

/**
 * Opens an account's console for the test file, with demo data by default. All files in a run share one
 * service and one browser. With `ownService`, `env` or `folder`, the file gets a separate service.
 */
export async function startConsole(
  { ownService = false, ...options }: ConsoleServiceOptions = { withDemoData: true },
): Promise<ConsoleUnderTest> {
  const isOwn = ownService || options.env !== undefined || options.folder !== undefined;
  const [shared, browser] = await Promise.all([
    isOwn ? undefined : newSharedAccount(options.withDemoData ?? false),
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

/**
 * Errors that pages don't cause: failed requests, which tests provoke, and the scripts that Playwright runs
 * in every frame, which the sandbox of previews blocks.
 */
const EXPECTED = /Failed to load resource|^Blocked script execution in '(?:about:blank|[^']*\/preview)'/;

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

/** Opens a window without a session, so that a test can sign in as a user would. */
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
  page.setDefaultTimeout(MAX_WAIT_MS);
  const settled = trackRequests(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return {
    page,
    context,
    complaints,
    accessFaults: (options) => accessFaults(page, options),
    settled,
    async goTo(to) {
      // Adds a browser history entry without state, as an in-page link does.
      await page.evaluate(`
        history.pushState(null, '', ${JSON.stringify(`/console${to}`)});
        dispatchEvent(new PopStateEvent('popstate'));
      `);
      await settled();
    },
    close: () => context.close(),
  };
}

/**
 * Starts a session with a key inside the page, because browser tools can't set cookies with the prefix
 * `__Host-`.
 */
async function startSession(page: Page, service: ServiceUnderTest, key: string): Promise<void> {
  await page.goto(`${service.baseUrl}/v1/health`);
  const status = await page.evaluate(async (authorization) => {
    const response = await fetch('/v1/session', { method: 'POST', headers: { authorization } });
    return response.status;
  }, `Bearer ${key}`);
  if (status !== 204) throw new Error(`No session: ${status}`);
}

/**
 * Returns a function that waits until a heading is shown, no requests are pending, and nothing on the page is
 * loading.
 */
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
    const latest = performance.now() + MAX_WAIT_MS;
    // Check twice, because new content can trigger more requests.
    for (let quiet = 0; quiet < 2;) {
      quiet = (await isPaintedWhole()) && underWay.size === 0 ? quiet + 1 : 0;
      if (performance.now() > latest) throw new Error(`${page.url()} is still loading`);
    }
  };
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function accessFaults(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  // Only `css-orientation-lock` needs the style sheets, and all screens have the same one.
  const all = { runOnly: TAGS, preload: false };
  // React Aria keeps its screen reader announcements for a few seconds, even after the elements that they refer
  // to are gone.
  const context = { exclude: '[data-live-announcer]' };
  const violations = await axeViolations(page, { ...all, ...options }, context);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary ?? ''}`),
  );
}

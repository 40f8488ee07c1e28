/** The console in a real browser, signed in, with everything heard that a page may complain of. */
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../browser/chromium.ts';
import { startService, type RunningService, type ServiceOptions } from '../service/service.ts';

export interface ConsoleOptions {
  readonly language?: 'en' | 'de' | 'es' | 'it' | 'ru';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Key that the session is made with; the demo account's management key when absent. */
  readonly key?: string;
}

export interface ConsoleUnderTest {
  readonly service: RunningService;
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
  /** What axe finds, after the page has come to rest. */
  accessFaults(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts the service, once for a test file, with the demo data unless told otherwise. */
export async function startConsole(
  options: ServiceOptions = { withDemoData: true },
): Promise<ConsoleUnderTest> {
  const [service, browser] = await Promise.all([startService(options), startBrowser()]);
  return {
    service,
    browser,
    open: (path, pageOptions = {}) => open(service, browser, path, pageOptions),
    stop: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

async function open(
  service: RunningService,
  browser: Browser,
  path: string,
  options: ConsoleOptions,
): Promise<ConsolePage> {
  const opened = await openWindow(browser, options);
  await startSession(opened.page, service, options.key ?? service.outputs.management_key);
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
    accessFaults: () => accessFaults(page),
    close: () => context.close(),
  };
}

/** Makes a session with a key, in the browser itself: its tools cannot set a cookie whose name begins with `__Host-`. */
async function startSession(page: Page, service: RunningService, key: string): Promise<void> {
  await page.goto(`${service.baseUrl}/v1/health`);
  const status = await page.evaluate(async (authorization) => {
    const response = await fetch('/v1/session', { method: 'POST', headers: { authorization } });
    return response.status;
  }, `Bearer ${key}`);
  if (status !== 204) throw new Error(`No session: ${status}`);
}

async function accessFaults(page: Page): Promise<string[]> {
  // Run as the page's own tools would, past its policy.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    // React Aria's announcements stay for some seconds, also of what is not there any more.
    (globalThis as unknown as { axe: typeof axe }).axe.run(
      { exclude: '[data-live-announcer]' },
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      },
    ),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary ?? ''}`),
  );
}

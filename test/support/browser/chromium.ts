/** Runs Debian's Chromium with playwright-core. */
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

/** Without the sandbox, because it runs as root in CI, and without anything that contacts its vendor. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `CHROMIUM` selects another one. */
const launched = () => ({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS });

/** Endpoint of the browser shared by all files in a run (`browser-setup.js`). */
const SHARED = 'SVC_TEST_CHROMIUM';

/**
 * Starts a separate browser, whose windows close with it.
 * @param keepsPages enables the back/forward cache, like in normal browsers: going back shows a page as it
 * was left, with its scripts still running
 */
export function startBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const shared = process.env[SHARED];
  if (keepsPages)
    return chromium.launch({ ...launched(), ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  return shared === undefined ? chromium.launch(launched()) : chromium.connect(shared);
}

/** Starts the browser that `startBrowser` gives to every test file from now on. */
export async function shareBrowser(): Promise<BrowserServer> {
  const server = await chromium.launchServer(launched());
  process.env[SHARED] = server.wsEndpoint();
  return server;
}

/** Debian's Chromium, driven by playwright-core. */
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

/** Without the sandbox, for it runs as root in CI, and without anything that calls home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `CHROMIUM` names another one. */
const launched = () => ({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS });

/** The address of the one that all files of a run share (`browser-setup.ts`). */
const SHARED = 'SVC_TEST_CHROMIUM';

/**
 * A browser of one's own: the windows that it opens go with it.
 * @param keepsPages as browsers do: going back shows a page as it was left, with its scripts still running
 */
export function startBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const shared = process.env[SHARED];
  if (keepsPages)
    return chromium.launch({ ...launched(), ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  return shared === undefined ? chromium.launch(launched()) : chromium.connect(shared);
}

/** Starts the one that `startBrowser` gives to every test file from now on. */
export async function shareBrowser(): Promise<BrowserServer> {
  const server = await chromium.launchServer(launched());
  process.env[SHARED] = server.wsEndpoint();
  return server;
}

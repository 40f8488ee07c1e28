/** Starts Debian's Chromium with playwright-core. */
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

/**
 * Flags that turn off Chromium's sandbox, because Chromium runs as root in CI, and every feature that
 * contacts Google.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Chromium features to turn off. Chromium only reads the last `--disable-features`, so this list repeats
 * Playwright's list.
 */
const DISABLED_FEATURES = [
  // Each new window would load two hidden pages for suggestions in the address bar. They need more CPU time
  // than a screen of the console.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  // After each navigation, Chromium would start a process for the next one. Most windows are closed first.
  'SpareRendererForSitePerProcess',
  // Playwright's list:
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Set `CHROMIUM` to use a different browser. */
const launched = () => ({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [...FLAGS, `--disable-features=${DISABLED_FEATURES.join(',')}`],
});

/** Environment variable with the endpoint of the browser that all test files share (`browser-setup.js`). */
const SHARED = 'SVC_TEST_CHROMIUM';

/**
 * Starts a separate browser. Closing the browser closes its windows.
 * @param keepsPages enables the back/forward cache, as in normal browsers: going back shows the page as it
 *   was, with its scripts still running
 */
export function startBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const shared = process.env[SHARED];
  if (keepsPages)
    return chromium.launch({ ...launched(), ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  return shared === undefined ? chromium.launch(launched()) : chromium.connect(shared);
}

/** Starts a browser for all test files. `startBrowser` then connects to this browser. */
export async function shareBrowser(): Promise<BrowserServer> {
  const server = await chromium.launchServer(launched());
  process.env[SHARED] = server.wsEndpoint();
  return server;
}

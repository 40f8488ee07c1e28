/** Debian's Chromium, driven by playwright-core. */
import { chromium, type Browser } from 'playwright-core';

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

/**
 * `CHROMIUM` names another one.
 * @param keepsPages as browsers do: going back shows a page as it was left, with its scripts still running
 */
export function startBrowser({ keepsPages = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: FLAGS,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}

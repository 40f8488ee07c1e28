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

/** `CHROMIUM` names another one. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS });
}

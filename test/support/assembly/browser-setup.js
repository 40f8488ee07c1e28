/**
 * Jest setup for the browser tests: the common setup, plus one service and one browser for all test files.
 */
import { shareBrowser } from '../browser/chromium.ts';
import { shareService } from '../service/shared-service.ts';
import globalSetup from './global-setup.js';

export default async function browserSetup() {
  await globalSetup();
  [globalThis.sharedService, globalThis.sharedBrowser] = await Promise.all([shareService(), shareBrowser()]);
}

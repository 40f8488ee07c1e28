import globalTeardown from './global-teardown.js';

export default async function browserTeardown() {
  await globalThis.sharedBrowser.close();
  // Throws when a function asked for what its role does not allow.
  await globalThis.sharedService.stop();
  await globalTeardown();
}

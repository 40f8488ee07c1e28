import globalTeardown from './global-teardown.js';

export default async function browserTeardown() {
  await globalThis.sharedBrowser.close();
  // Throws if a function made a call that its role doesn't allow.
  await globalThis.sharedService.stop();
  await globalTeardown();
}

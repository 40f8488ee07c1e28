import globalTeardown from './global-teardown.js';

export default async function browserTeardown() {
  await globalThis.sharedBrowser.close();
  // Throws an error if a function made an AWS call that its role doesn't allow.
  await globalThis.sharedService.stop();
  await globalTeardown();
}

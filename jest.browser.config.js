/** Tests in a real browser; `npm test` passes on a machine without one. */
import config from './jest.config.js';

export default {
  ...config,
  testMatch: ['<rootDir>/test/browser/**/*.browser.ts'],
  globalSetup: '<rootDir>/test/support/assembly/browser-setup.js',
  globalTeardown: '<rootDir>/test/support/assembly/browser-teardown.js',
  // Pages are busy, not waiting: one for each core.
  maxWorkers: '100%',
  // Busy machines are slow; what hangs is found all the same.
  testTimeout: 240_000,
};

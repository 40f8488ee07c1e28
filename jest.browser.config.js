/** Tests in a real browser. They are separate so that `npm test` passes on machines without one. */
import config from './jest.config.js';

export default {
  ...config,
  testMatch: ['<rootDir>/test/browser/**/*.browser.ts'],
  globalSetup: '<rootDir>/test/support/assembly/browser-setup.js',
  globalTeardown: '<rootDir>/test/support/assembly/browser-teardown.js',
  // Pages use the CPU instead of waiting, so one worker per core.
  maxWorkers: '100%',
  // Leaves room for slow machines. Tests that hang are still found.
  testTimeout: 240_000,
};

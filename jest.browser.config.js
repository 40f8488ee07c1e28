/** Tests in a real browser. They are separate so that `npm test` passes on machines without one. */
import config from './jest.config.js';

export default {
  ...config,
  testMatch: ['<rootDir>/test/browser/**/*.browser.ts'],
  globalSetup: '<rootDir>/test/support/assembly/browser-setup.js',
  globalTeardown: '<rootDir>/test/support/assembly/browser-teardown.js',
  // Use one worker per core, because browser tests keep the CPU busy.
  maxWorkers: '100%',
  // Allow for slow machines, but still detect tests that hang.
  testTimeout: 240_000,
};

import { availableParallelism } from 'node:os';

/** Tests run as modules of Node itself, which removes their types: see docs/performance.md, "The tests". */
export default {
  testEnvironment: '<rootDir>/test/support/runner/node-environment.js',
  runtime: '<rootDir>/test/support/runner/node-runtime.js',
  testSequencer: '<rootDir>/test/support/runner/longest-first.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/support/n8n/n8n-workflow.js' },
  transform: {},
  globalSetup: '<rootDir>/test/support/assembly/global-setup.js',
  globalTeardown: '<rootDir>/test/support/assembly/global-teardown.js',
  // jest leaves one core idle by default: on two cores that halves its speed. Files that wait leave some room for others.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Node keeps the modules of every test file, some 5 MB each, and CDK every stack that was made. A worker that has grown to
  // gigabytes takes longer to end than the half second after which jest says that it "failed to exit gracefully"; a fresh
  // one takes its place in time, and loads the packages again.
  workerIdleMemoryLimit: '800MB',
  // Of one file at once, where they say that they may: what such tests do is wait.
  maxConcurrency: 10,
  // Busy machines are slow, which is no failure of a test.
  testTimeout: 90_000,
};

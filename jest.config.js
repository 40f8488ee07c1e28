/** Tests run as native ES modules: middy is ESM only. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    // The first pattern that matches is taken.
    '\\.at-build\\.ts$': '<rootDir>/test/support/assembly/at-build-transform.js',
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  // Its ES modules are in files that are marked as CommonJS.
  moduleNameMapper: { '^n8n-workflow$': '<rootDir>/node_modules/n8n-workflow/dist/cjs/index.js' },
  globalSetup: '<rootDir>/test/support/assembly/global-setup.js',
  globalTeardown: '<rootDir>/test/support/assembly/global-teardown.js',
  // jest leaves one core idle by default: on two cores that halves its speed.
  maxWorkers: '100%',
  // Node keeps the modules of every test file, some 15 MB each. A worker that has grown to gigabytes takes longer to end
  // than the half second after which jest says that it "failed to exit gracefully"; a fresh one takes its place in time.
  workerIdleMemoryLimit: '500MB',
  // Busy machines are slow, which is no failure of a test.
  testTimeout: 90_000,
};

import { availableParallelism } from 'node:os';

export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.at-build\\.ts$': '<rootDir>/test/support/at-build/at-build-transform.js',
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript' },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  // Use the package's CommonJS build, because Node can't load its ES modules, which are marked as CommonJS.
  moduleNameMapper: { '^n8n-workflow$': '<rootDir>/node_modules/n8n-workflow/dist/cjs/index.js' },
  globalSetup: '<rootDir>/test/support/assembly/global-setup.js',
  globalTeardown: '<rootDir>/test/support/assembly/global-teardown.js',
  // By default, Jest leaves one core idle, which halves the speed on two cores. Use more workers than cores,
  // because many test files mostly wait.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Each test file leaves some memory behind. A worker that uses gigabytes takes more than half a second to
  // exit, and Jest then reports that it "failed to exit gracefully".
  workerIdleMemoryLimit: '800MB',
  // Number of concurrent tests in a file that uses `test.concurrent`. These tests mostly wait.
  maxConcurrency: 10,
  // Allow for slow machines: the first test that starts the service also bundles it.
  testTimeout: 180_000,
};

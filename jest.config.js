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
  // Node can't load its ES modules: the files are marked as CommonJS.
  moduleNameMapper: { '^n8n-workflow$': '<rootDir>/node_modules/n8n-workflow/dist/cjs/index.js' },
  globalSetup: '<rootDir>/test/support/assembly/global-setup.js',
  globalTeardown: '<rootDir>/test/support/assembly/global-teardown.js',
  // By default jest leaves one core idle, which on two cores halves the speed. Test files that wait leave
  // room for others.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // jest keeps some memory of each test file. A worker that has grown to gigabytes takes longer to exit than
  // the half second after which jest reports that it "failed to exit gracefully".
  workerIdleMemoryLimit: '800MB',
  // Number of concurrent tests in a file that uses `test.concurrent`. Such tests mostly wait.
  maxConcurrency: 10,
  // Leaves room for slow machines.
  testTimeout: 90_000,
};

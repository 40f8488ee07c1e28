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
  // jest leaves one core idle by default: on two cores that halves its speed. Files that wait leave some room for others.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // jest keeps some memory of each test file. A worker that has grown to gigabytes takes longer to end than the half second
  // after which jest says that it "failed to exit gracefully".
  workerIdleMemoryLimit: '800MB',
  // Of one file at once, where they say that they may: what such tests do is wait.
  maxConcurrency: 10,
  // Busy machines are slow, which is no failure of a test.
  testTimeout: 90_000,
};

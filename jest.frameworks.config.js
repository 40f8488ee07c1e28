/** Builds the guides' examples with real frameworks, which are too large to install with this project. */
import config from './jest.config.js';

export default {
  ...config,
  testMatch: ['<rootDir>/test/frameworks/**/*.frameworks.ts'],
  // Each test builds a website.
  testTimeout: 240_000,
};

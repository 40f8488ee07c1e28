/**
 * Checks the Make app against Make's own schemas, which are not part of this project (see
 * packages/make/README.md).
 */
import config from './jest.config.js';

const { globalSetup: _, globalTeardown: __, ...withoutStack } = config;

export default { ...withoutStack, testMatch: ['<rootDir>/test/make/**/*.make.ts'] };

/** Tests in a real n8n, which is too large to install with this project (see packages/n8n-nodes-svc-forms). */
import config from './jest.config.js';

export default {
  ...config,
  testMatch: ['<rootDir>/test/n8n/**/*.n8n.ts'],
  testTimeout: 60_000,
};

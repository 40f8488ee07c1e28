/**
 * Provides what the nodes use from `n8n-workflow`, whose ES modules Node can't load because their files are
 * marked as CommonJS.
 */
import { createRequire } from 'node:module';

export const { NodeApiError, NodeConnectionTypes, NodeOperationError } = createRequire(import.meta.url)(
  'n8n-workflow',
);

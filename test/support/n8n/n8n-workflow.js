/** What the nodes use of `n8n-workflow`, whose ES modules Node cannot load: they are in files that are marked as CommonJS. */
import { createRequire } from 'node:module';

export const { NodeApiError, NodeConnectionTypes, NodeOperationError } = createRequire(import.meta.url)(
  'n8n-workflow',
);

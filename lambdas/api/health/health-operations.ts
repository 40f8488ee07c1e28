/** Declares the health check operation. `api/operations.ts` lists all operations. */
import { healthView } from './health-view.ts';
import type { Operation } from '../../http/operation.ts';

export const health = {
  name: 'health',
  folder: 'api/health',
  tag: 'service',
  method: 'GET',
  path: '/v1/health',
  access: 'public',
  scope: null,
  summary: 'Check that the service is up',
  success: { status: 200, body: () => healthView },
} as const satisfies Operation;

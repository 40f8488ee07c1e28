/** The service about itself. The table of all operations is `operations.ts`. */
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
  summary: 'Tell monitors that the service is up',
  success: { status: 200, body: () => healthView, headers: ['cache-control'] },
} as const satisfies Operation;

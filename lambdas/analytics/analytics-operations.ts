/** How much of its plan an account has used. The table of all operations is `operations.ts`. */
import { usageView } from '../accounts/usage.ts';
import type { Operation } from '../http/operation.ts';

export const getUsage = {
  name: 'getUsage',
  folder: 'analytics',
  tag: 'usage',
  method: 'GET',
  path: '/v1/usage',
  access: 'management',
  scope: 'read',
  summary: 'Show how much of its plan the account has used this month',
  success: { status: 200, body: () => usageView },
} as const satisfies Operation;

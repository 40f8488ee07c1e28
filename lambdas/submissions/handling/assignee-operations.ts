/** Declares the operation that lists assignees. `api/operations.ts` lists all operations. */
import type { Operation } from '../../http/operation.ts';
import { assigneesView } from './assignee.ts';

export const listAssignees = {
  name: 'listAssignees',
  folder: 'submissions/handling',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/assignees',
  access: 'management',
  scope: 'read',
  summary: 'List the members who can be assigned to submissions',
  description: 'Only contains members who have signed in. `form_ids` only names forms that you can access.',
  success: { status: 200, body: () => assigneesView },
} as const satisfies Operation;

/** What happened to a submission. The table of all operations is `api/operations.ts`. */
import { timelineView } from './timeline.ts';
import type { Operation } from '../http/operation.ts';

export const getTimeline = {
  name: 'getTimeline',
  folder: 'timeline',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/submissions/{id}/timeline',
  access: 'management',
  scope: 'read',
  summary: 'Show what happened to a submission, oldest first',
  description:
    'When it was stored, the attempts of its deliveries to the webhooks that its form has now, and the last 20 changes of its status and note, with who made them.',
  success: { status: 200, body: () => timelineView },
} as const satisfies Operation;

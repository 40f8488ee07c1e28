/** Defines the operation for a submission's timeline. `api/operations.ts` lists all operations. */
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
  summary: "Get a submission's timeline",
  description:
    'Oldest first: when it was stored, the delivery attempts to webhooks that the form still has, the webhooks whose filter withheld it, the e-mails, up to 50 replies, and the last 20 changes of its status, note, assignee, labels and whether it is done, with their actors.',
  success: { status: 200, body: () => timelineView },
} as const satisfies Operation;

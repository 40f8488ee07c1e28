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
    'Oldest first. Lists when the submission was stored, its e-mails, up to 50 replies, and its delivery attempts to webhooks that still exist. Also lists webhooks that skipped the submission because of their filter, and the last 20 changes to its status, note, assignee, labels and handled state with who made them.',
  success: { status: 200, body: () => timelineView },
} as const satisfies Operation;

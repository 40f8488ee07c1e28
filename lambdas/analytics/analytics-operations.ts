/** What is counted and seen of forms, and of an account's plan. The table of all operations is `api/operations.ts`. */
import { fieldsView } from './field-guess.ts';
import { statisticsQuery, statisticsView } from './statistics.ts';
import { sampleQuery } from '../submissions/submissions-query.ts';
import { submissionCreated } from '../submissions/events/event-views.ts';
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

export const listFields = {
  name: 'listFields',
  folder: 'analytics',
  tag: 'forms',
  method: 'GET',
  path: '/v1/forms/{id}/fields',
  access: 'management',
  scope: 'read',
  summary: 'List the fields that a form declares, else those that its last 100 submissions had',
  description:
    'For programs that map fields. Of a form without declared `fields`, each comes with a guess of its type and an example, in the order of the newest submission. Spam does not count.',
  success: { status: 200, body: () => fieldsView },
} as const satisfies Operation;

export const getSample = {
  name: 'getSample',
  folder: 'analytics',
  tag: 'forms',
  method: 'GET',
  path: '/v1/forms/{id}/sample',
  access: 'management',
  scope: 'read',
  summary: 'Show one event as a webhook of the form gets it',
  description:
    'For programs that map fields: the body of `submission.created` for the latest accepted submission. Before there is one, a submission is made up from the declared `fields`, or from a name, an address and a message.',
  query: () => sampleQuery,
  success: { status: 200, body: () => submissionCreated },
} as const satisfies Operation;

export const getStatistics = {
  name: 'getStatistics',
  folder: 'analytics',
  tag: 'forms',
  method: 'GET',
  path: '/v1/forms/{id}/statistics',
  access: 'management',
  scope: 'read',
  summary: "Show a form's submissions and how their deliveries ended, by day",
  description:
    'The counts follow what is stored, a moment behind. A submission counts for the day on which it was received, and so do its deliveries.',
  query: () => statisticsQuery,
  follows: ['submissions', 'deliveries', 'emails'],
  success: { status: 200, body: () => statisticsView },
} as const satisfies Operation;

/** Declares the operations for statistics and usage. `api/operations.ts` lists all operations. */
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
  summary: "Get the account's usage for this month",
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
  summary: "List a form's fields",
  description:
    "Use this to map fields in an integration. Returns the declared fields. If the form declares none, returns the fields of its last 100 submissions that aren't spam, each with a guessed type and an example. Fields are in the order of the newest submission.",
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
  summary: 'Get a sample webhook event for a form',
  description:
    'Use this to map fields in an integration. Returns the body of `submission.created` for the latest accepted submission. If there is none yet, returns a made-up submission with the declared `fields` or, if the form declares none, with a name, an e-mail address and a message.',
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
  summary: "Get a form's daily submission and delivery counts",
  description:
    'New submissions and deliveries appear after a short delay. Submissions and their deliveries count towards the day when the submission was received.',
  query: () => statisticsQuery,
  follows: ['submissions', 'deliveries', 'emails'],
  success: { status: 200, body: () => statisticsView },
} as const satisfies Operation;

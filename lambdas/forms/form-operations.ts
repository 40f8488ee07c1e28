/** Forms, and what is counted and seen of them. The table of all operations is `operations.ts`. */
import { formView } from './form-view.ts';
import { formInput, formPatch } from './form.ts';
import { formsQuery } from './forms-query.ts';
import { fieldsView } from '../analytics/field-guess.ts';
import { statisticsQuery, statisticsView } from '../analytics/statistics.ts';
import { sampleQuery } from '../submissions/submissions-query.ts';
import { submissionCreated } from '../webhooks/delivery/event-views.ts';
import type { Operation } from '../http/operation.ts';

export const createForm = {
  name: 'createForm',
  folder: 'forms',
  tag: 'forms',
  method: 'POST',
  path: '/v1/forms',
  access: 'management',
  scope: 'write',
  summary: 'Create a form',
  body: () => formInput,
  versioned: true,
  audit: { target: 'form', written: 'with-change' },
  success: { status: 201, body: () => formView, headers: ['location'] },
  problems: ['conflict'],
} as const satisfies Operation;

export const listForms = {
  name: 'listForms',
  folder: 'forms',
  tag: 'forms',
  method: 'GET',
  path: '/v1/forms',
  access: 'management',
  scope: 'read',
  summary: 'List the forms of the account, newest first',
  description:
    'With a filter a page may have fewer rows than `limit`, or none, and still have a next page: follow `next_cursor` until it is null.',
  query: () => formsQuery,
  follows: ['submissions'],
  success: { status: 200, body: () => formView, list: true },
} as const satisfies Operation;

export const getForm = {
  name: 'getForm',
  folder: 'forms',
  tag: 'forms',
  method: 'GET',
  path: '/v1/forms/{id}',
  access: 'management',
  scope: 'read',
  summary: 'Read a form',
  versioned: true,
  success: { status: 200, body: () => formView },
} as const satisfies Operation;

export const updateForm = {
  name: 'updateForm',
  folder: 'forms',
  tag: 'forms',
  method: 'PATCH',
  path: '/v1/forms/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Change a form',
  body: () => formPatch,
  versioned: true,
  audit: { target: 'form', written: 'with-change' },
  success: { status: 200, body: () => formView },
  problems: ['conflict'],
} as const satisfies Operation;

export const deleteForm = {
  name: 'deleteForm',
  folder: 'forms',
  tag: 'forms',
  method: 'DELETE',
  path: '/v1/forms/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Delete a form; its webhooks, submissions and files follow in the background',
  versioned: true,
  audit: { target: 'form', written: 'with-change' },
  success: { status: 204 },
  problems: ['conflict'],
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

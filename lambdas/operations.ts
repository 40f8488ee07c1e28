/**
 * Every HTTP operation of the service, as data. The API's routes, the functions, who may call, and the checks
 * of what comes in are all derived from here.
 *
 * Each operation is an export of its own, with its schemas behind functions, so that a function's bundle
 * holds nothing of the others.
 */
import { deliveryView } from './domain/delivery.ts';
import { formInput, formPatch, formView } from './domain/form.ts';
import { postedFields, postedMembers } from './domain/posted.ts';
import { nothingStoredReceipt, storedReceipt } from './domain/receipt.ts';
import { submissionView } from './domain/submission.ts';
import { webhookInput, webhookView, webhookViewWithSecret } from './domain/webhook.ts';
import { openapiView } from './domain/documentation.ts';
import { healthView } from './domain/health.ts';
import { pageQuery, submissionsQuery } from './domain/paging.ts';
import type { Operation } from './http/operation.ts';

export const health = {
  name: 'health',
  folder: 'service',
  method: 'GET',
  path: '/v1/health',
  access: 'public',
  summary: 'Tell monitors that the service answers',
  success: { status: 200, body: () => healthView, headers: ['cache-control'] },
} as const satisfies Operation;

export const submitForm = {
  name: 'submitForm',
  folder: 'ingest',
  method: 'POST',
  path: '/v1/f/{slug}',
  access: 'ingest',
  summary: 'Post a submission to a form',
  description:
    'Every field of the form is a member of the body. Values that are not strings are stored as JSON; a field that comes several times is stored as a JSON array. The honeypot field of the form is taken out. A submission has at most 200 fields and 256 KiB of text.',
  reads: {
    'application/x-www-form-urlencoded': () => postedFields,
    'application/json': () => postedMembers,
  },
  requestHeaders: ['idempotency-key'],
  success: { status: 201, when: 'The submission is stored.', body: () => storedReceipt },
  otherAnswers: [
    {
      status: 200,
      when: 'Nothing was stored as received: spam was caught, or the idempotency key is known.',
      body: () => nothingStoredReceipt,
    },
  ],
  problems: [
    'bad-body',
    'body-too-large',
    'form-not-found',
    'form-not-live',
    'invalid-key',
    'quota-exceeded',
    'rate-limited',
  ],
} as const satisfies Operation;

export const createForm = {
  name: 'createForm',
  folder: 'forms',
  method: 'POST',
  path: '/v1/forms',
  access: 'management',
  summary: 'Make a form',
  body: () => formInput,
  success: { status: 201, body: () => formView, headers: ['location'] },
  problems: ['conflict'],
} as const satisfies Operation;

export const listForms = {
  name: 'listForms',
  folder: 'forms',
  method: 'GET',
  path: '/v1/forms',
  access: 'management',
  summary: 'List the forms of the account, newest first',
  query: () => pageQuery,
  success: { status: 200, body: () => formView, list: true },
} as const satisfies Operation;

export const getForm = {
  name: 'getForm',
  folder: 'forms',
  method: 'GET',
  path: '/v1/forms/{id}',
  access: 'management',
  summary: 'Read a form',
  success: { status: 200, body: () => formView },
} as const satisfies Operation;

export const updateForm = {
  name: 'updateForm',
  folder: 'forms',
  method: 'PATCH',
  path: '/v1/forms/{id}',
  access: 'management',
  summary: 'Change a form',
  body: () => formPatch,
  success: { status: 200, body: () => formView },
  problems: ['conflict'],
} as const satisfies Operation;

export const listSubmissions = {
  name: 'listSubmissions',
  folder: 'submissions',
  method: 'GET',
  path: '/v1/forms/{id}/submissions',
  access: 'management',
  summary: 'List the submissions of a form, newest first',
  query: () => submissionsQuery,
  success: { status: 200, body: () => submissionView, list: true },
} as const satisfies Operation;

export const getSubmission = {
  name: 'getSubmission',
  folder: 'submissions',
  method: 'GET',
  path: '/v1/submissions/{id}',
  access: 'management',
  summary: 'Read a submission',
  success: { status: 200, body: () => submissionView },
} as const satisfies Operation;

export const createWebhook = {
  name: 'createWebhook',
  folder: 'webhooks',
  method: 'POST',
  path: '/v1/forms/{id}/webhooks',
  access: 'management',
  summary: 'Make a webhook; the answer holds its secret, this once',
  body: () => webhookInput,
  success: { status: 201, body: () => webhookViewWithSecret },
  problems: ['conflict'],
} as const satisfies Operation;

export const listWebhooks = {
  name: 'listWebhooks',
  folder: 'webhooks',
  method: 'GET',
  path: '/v1/forms/{id}/webhooks',
  access: 'management',
  summary: 'List the webhooks of a form',
  query: () => pageQuery,
  success: { status: 200, body: () => webhookView, list: true },
} as const satisfies Operation;

export const listDeliveries = {
  name: 'listDeliveries',
  folder: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  access: 'management',
  summary: 'List the last 50 deliveries of a webhook with their attempts',
  success: { status: 200, body: () => deliveryView, list: true },
} as const satisfies Operation;

export const getOpenapi = {
  name: 'getOpenapi',
  folder: 'documentation',
  method: 'GET',
  path: '/openapi',
  access: 'public',
  summary: 'Read this description of the API, in OpenAPI 3.1',
  requestHeaders: ['if-none-match'],
  success: { status: 200, body: () => openapiView, headers: ['etag', 'cache-control', 'vary'] },
  otherAnswers: [{ status: 304, when: 'Nothing has changed.', headers: ['etag', 'cache-control', 'vary'] }],
} as const satisfies Operation;

export const operations = {
  health,
  submitForm,
  createForm,
  listForms,
  getForm,
  updateForm,
  listSubmissions,
  getSubmission,
  createWebhook,
  listWebhooks,
  listDeliveries,
  getOpenapi,
} as const;

/** Where an operation's handler is, relative to `lambdas`, without the ending: `forms/create-form`. */
export function entryOf({ folder, name }: Pick<Operation, 'folder' | 'name'>): string {
  return `${folder}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export type OperationName = keyof typeof operations;

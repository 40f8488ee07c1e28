/**
 * Every HTTP operation of the service, as data. The API's routes, the functions, who may call, and the checks
 * of what comes in are all derived from here.
 *
 * Each operation is an export of its own, with its schemas behind functions, so that a function's bundle
 * holds nothing of the others.
 */
import { deliveryView, testAnswer } from './domain/delivery.ts';
import { apiKeyInput, apiKeyView, apiKeyViewWithKey } from './domain/api-key.ts';
import { linkQuery } from './domain/attachment.ts';
import { driveEntryView, entryInput, entryView, jobView } from './domain/entry.ts';
import { formInput, formPatch, formView } from './domain/form.ts';
import { oauthMetadataView, revocationForm, tokenForm, tokenView } from './domain/oauth.ts';
import { submissionPatch, submissionView } from './domain/submission.ts';
import { exportQuery } from './domain/submission-export.ts';
import { uploadInput, uploadView } from './domain/upload.ts';
import {
  webhookInput,
  webhookPatch,
  webhookView,
  webhookViewAfterChange,
  webhookViewWithSecret,
} from './domain/webhook.ts';
import { healthView } from './domain/health.ts';
import { usageView } from './domain/usage.ts';
import { pageQuery, submissionsQuery } from './domain/paging.ts';
import type { Operation } from './http/operation.ts';

export const health = {
  name: 'health',
  folder: 'service',
  method: 'GET',
  path: '/v1/health',
  access: 'public',
  summary: 'Tell monitors that the service answers',
  success: { status: 200, body: () => healthView },
} as const satisfies Operation;

export const submitForm = {
  name: 'submitForm',
  folder: 'ingest',
  method: 'POST',
  path: '/v1/f/{slug}',
  access: 'ingest',
  summary: 'Post a submission to a form',
  success: {
    status: 201,
    body: () => submissionView.pick({ id: true, received_at: true, status: true, files: true }),
  },
} as const satisfies Operation;

export const createUpload = {
  name: 'createUpload',
  folder: 'ingest',
  method: 'POST',
  path: '/v1/f/{slug}/uploads',
  access: 'ingest',
  summary: 'Ask where to post a file before the form that it belongs to',
  body: () => uploadInput,
  success: { status: 201, body: () => uploadView },
} as const satisfies Operation;

export const createForm = {
  name: 'createForm',
  folder: 'forms',
  method: 'POST',
  path: '/v1/forms',
  access: 'management',
  summary: 'Make a form',
  body: () => formInput,
  success: { status: 201, body: () => formView },
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
} as const satisfies Operation;

export const deleteForm = {
  name: 'deleteForm',
  folder: 'forms',
  method: 'DELETE',
  path: '/v1/forms/{id}',
  access: 'management',
  summary: 'Delete a form; its webhooks, submissions and files follow in the background',
  success: { status: 204 },
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

export const exportSubmissions = {
  name: 'exportSubmissions',
  folder: 'submissions',
  method: 'GET',
  path: '/v1/forms/{id}/submissions/export',
  access: 'management',
  summary:
    'Get the submissions of a form as one file; a large one is answered with 302 to a short-lived link',
  query: () => exportQuery,
  success: { status: 200 },
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

export const getFile = {
  name: 'getFile',
  folder: 'submissions',
  method: 'GET',
  path: '/v1/submissions/{id}/files/{file_id}',
  access: 'link',
  summary: 'Be sent on to a file of a submission',
  query: () => linkQuery,
  success: { status: 302 },
} as const satisfies Operation;

export const updateSubmission = {
  name: 'updateSubmission',
  folder: 'submissions',
  method: 'PATCH',
  path: '/v1/submissions/{id}',
  access: 'management',
  summary: 'Release a submission that was taken for spam, or mark one as spam',
  body: () => submissionPatch,
  success: { status: 200, body: () => submissionView },
} as const satisfies Operation;

export const deleteSubmission = {
  name: 'deleteSubmission',
  folder: 'submissions',
  method: 'DELETE',
  path: '/v1/submissions/{id}',
  access: 'management',
  summary: 'Delete a submission and its files',
  success: { status: 204 },
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

export const updateWebhook = {
  name: 'updateWebhook',
  folder: 'webhooks',
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  access: 'management',
  summary: 'Change a webhook; after a rotation the answer holds its new secret, this once',
  body: () => webhookPatch,
  success: { status: 200, body: () => webhookViewAfterChange },
} as const satisfies Operation;

export const deleteWebhook = {
  name: 'deleteWebhook',
  folder: 'webhooks',
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  access: 'management',
  summary: 'Delete a webhook; nothing more is delivered to it',
  success: { status: 204 },
} as const satisfies Operation;

export const testWebhook = {
  name: 'testWebhook',
  folder: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  access: 'management',
  summary: 'Send a signed test ping and tell what the endpoint answered',
  success: { status: 200, body: () => testAnswer },
} as const satisfies Operation;

export const replayDelivery = {
  name: 'replayDelivery',
  folder: 'webhooks',
  method: 'POST',
  path: '/v1/deliveries/{id}/replay',
  access: 'management',
  summary: 'Send a delivery again at once, whatever its state and schedule',
  success: { status: 200, body: () => deliveryView },
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

export const submitEntry = {
  name: 'submitEntry',
  folder: 'localized',
  method: 'POST',
  path: '/{locale}/api',
  access: 'any-key',
  summary: 'Post an entry to a form, named by its slug or id',
  body: () => entryInput,
  success: { status: 201, body: () => entryView },
} as const satisfies Operation;

export const getJob = {
  name: 'getJob',
  folder: 'localized',
  method: 'GET',
  path: '/{locale}/api/{jobId}',
  access: 'management',
  summary: 'Read an entry with its form and their analytics',
  success: { status: 200, body: () => jobView },
} as const satisfies Operation;

export const listDrive = {
  name: 'listDrive',
  folder: 'localized',
  method: 'GET',
  path: '/{locale}/api/drive/list',
  access: 'management',
  summary: 'List the forms of the account with their latest submissions',
  query: () => pageQuery,
  success: { status: 200, body: () => driveEntryView, list: true },
} as const satisfies Operation;

export const createApiKey = {
  name: 'createApiKey',
  folder: 'api-keys',
  method: 'POST',
  path: '/v1/api-keys',
  access: 'management',
  summary: 'Mint an API key; the answer holds it, this once',
  body: () => apiKeyInput,
  success: { status: 201, body: () => apiKeyViewWithKey },
} as const satisfies Operation;

export const listApiKeys = {
  name: 'listApiKeys',
  folder: 'api-keys',
  method: 'GET',
  path: '/v1/api-keys',
  access: 'management',
  summary: 'List the API keys of the account, newest first, without the keys themselves',
  query: () => pageQuery,
  success: { status: 200, body: () => apiKeyView, list: true },
} as const satisfies Operation;

export const revokeApiKey = {
  name: 'revokeApiKey',
  folder: 'api-keys',
  method: 'DELETE',
  path: '/v1/api-keys/{id}',
  access: 'management',
  summary: 'Revoke an API key, at once',
  success: { status: 204 },
} as const satisfies Operation;

export const getUsage = {
  name: 'getUsage',
  folder: 'usage',
  method: 'GET',
  path: '/v1/usage',
  access: 'management',
  summary: 'Tell how much of its plan the account has used this month',
  success: { status: 200, body: () => usageView },
} as const satisfies Operation;

export const issueToken = {
  name: 'issueToken',
  folder: 'oauth',
  method: 'POST',
  path: '/oauth/token',
  access: 'public',
  summary: 'Give an access token for an API key (OAuth 2.0 client credentials)',
  form: () => tokenForm,
  success: { status: 200, body: () => tokenView },
} as const satisfies Operation;

export const revokeToken = {
  name: 'revokeToken',
  folder: 'oauth',
  method: 'POST',
  path: '/oauth/revoke',
  access: 'public',
  summary: 'Revoke an access token (RFC 7009)',
  form: () => revocationForm,
  success: { status: 200 },
} as const satisfies Operation;

export const getOauthMetadata = {
  name: 'getOauthMetadata',
  folder: 'oauth',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  access: 'public',
  summary: 'Describe the OAuth 2.0 endpoints (RFC 8414)',
  success: { status: 200, body: () => oauthMetadataView },
} as const satisfies Operation;

export const operations = {
  health,
  submitForm,
  createUpload,
  createForm,
  listForms,
  getForm,
  updateForm,
  deleteForm,
  listSubmissions,
  exportSubmissions,
  getSubmission,
  getFile,
  updateSubmission,
  deleteSubmission,
  createWebhook,
  listWebhooks,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listDeliveries,
  replayDelivery,
  submitEntry,
  getJob,
  listDrive,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  getUsage,
  issueToken,
  revokeToken,
  getOauthMetadata,
} as const;

/** Where an operation's handler is, relative to `lambdas`, without the ending: `forms/create-form`. */
export function entryOf({ folder, name }: Pick<Operation, 'folder' | 'name'>): string {
  return `${folder}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export type OperationName = keyof typeof operations;

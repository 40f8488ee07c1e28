/**
 * The table of all HTTP operations. The API's routes, the functions, their access, the validation of requests and the
 * OpenAPI document are derived from it.
 *
 * Each operation is an export of its own, with its schemas behind functions, so that the bundle of a function contains
 * nothing of the others.
 */
import * as z from 'zod';
import { deliveriesQuery } from './webhooks/delivery/deliveries-query.ts';
import { deliveryView, testResponse } from './webhooks/delivery/delivery.ts';
import { apiKeyInput, apiKeyView, apiKeyViewWithKey, revocationQuery } from './auth/api-key.ts';
import { linkQuery } from './files/attachment.ts';
import {
  driveEntryView,
  localizedSubmissionInput,
  localizedSubmissionView,
  jobView,
  localizedNothingStoredView,
} from './localized/localized-submission.ts';
import { linkForm } from './emails/recipients/recipient-link.ts';
import { formInput, formPatch, formView } from './forms/form.ts';
import { formsQuery } from './forms/forms-query.ts';
import { oauthErrorView, oauthMetadataView, revocationForm, tokenForm, tokenView } from './auth/oauth.ts';
import { formBodyFields, formBodyMembers, formBodyParts } from './ingest/form-body-schemas.ts';
import { nothingStoredResponse, storedResponse } from './ingest/ingest-response-schemas.ts';
import { fieldsView } from './analytics/field-guess.ts';
import { statisticsQuery, statisticsView } from './analytics/statistics.ts';
import { bulkInput, bulkView } from './submissions/bulk-change.ts';
import { submissionPatch, submissionView } from './submissions/submission.ts';
import { MAX_ENCODED_BYTES } from './submissions/payload.ts';
import { timelineView } from './submissions/timeline/timeline.ts';
import { exportQuery } from './submissions/export/submission-export.ts';
import { uploadInput, uploadView } from './files/upload.ts';
import {
  webhookInput,
  webhookPatch,
  webhookView,
  webhookViewAfterChange,
  webhookViewWithSecret,
} from './webhooks/webhook.ts';
import { openapiView, problemTypeView } from './documentation/documentation-views.ts';
import { healthView } from './health/health-view.ts';
import { usageView } from './accounts/usage.ts';
import { pageQuery } from './core/pagination.ts';
import { submissionPageView, submissionsQuery } from './submissions/submissions-query.ts';
import type { Operation } from './http/operation.ts';
import { idOnlyView } from './http/write-only-response.ts';

export const health = {
  name: 'health',
  folder: 'health',
  tag: 'service',
  method: 'GET',
  path: '/v1/health',
  access: 'public',
  scope: null,
  summary: 'Tell monitors that the service is up',
  success: { status: 200, body: () => healthView, headers: ['cache-control'] },
} as const satisfies Operation;

export const submitForm = {
  name: 'submitForm',
  folder: 'ingest',
  tag: 'ingest',
  method: 'POST',
  path: '/v1/f/{slug}',
  access: 'ingest',
  scope: 'ingest',
  summary: 'Post a submission to a form',
  description:
    'Every field of the form is a member of the body. Values that are not strings are stored as JSON; a field that comes several times is stored as a JSON array. The honeypot field of the form and the response of the bot challenge are taken out. A submission has at most 200 fields and 256 KiB of text, and at most ten files; whether it may have files, and how large, is a matter of the plan. Files of more than about 4 MB are uploaded first; the field `_uploads` then names their uploads.\n\nA browser that navigates, as it does when a plain HTML form is posted, gets a page in its language in place of JSON, or is sent to the `redirect_url` of the form.',
  reads: {
    'application/x-www-form-urlencoded': () => formBodyFields,
    'multipart/form-data': () => formBodyParts,
    'application/json': () => formBodyMembers,
  },
  requestHeaders: ['idempotency-key'],
  success: { status: 201, when: 'The submission is stored.', body: () => storedResponse },
  otherResponses: [
    {
      status: 200,
      when: 'Nothing was stored as received: spam was caught, or the idempotency key is known.',
      body: () => nothingStoredResponse,
    },
    { status: 303, when: 'A browser is sent to the `redirect_url` of the form.', headers: ['location'] },
  ],
  pages: true,
  problems: [
    'bad-body',
    'body-too-large',
    'file-too-large',
    'form-not-found',
    'form-not-live',
    'invalid-key',
    'origin-not-allowed',
    'quota-exceeded',
    'rate-limited',
    'turnstile-failed',
    'unsupported-encoding',
    'uploads-not-allowed',
  ],
} as const satisfies Operation;

export const createUpload = {
  name: 'createUpload',
  folder: 'ingest',
  tag: 'ingest',
  method: 'POST',
  path: '/v1/f/{slug}/uploads',
  access: 'ingest',
  scope: 'ingest',
  summary: 'Get an address to upload a file to before its form is posted',
  description:
    'Post the file to `url` as `multipart/form-data`: first the `fields`, then the file as `file`. Then submit the form with `upload_id` in its field `_uploads`.',
  body: () => uploadInput,
  success: { status: 201, when: 'The file may be posted.', body: () => uploadView },
  problems: [
    'file-too-large',
    'form-not-found',
    'form-not-live',
    'invalid-key',
    'origin-not-allowed',
    'quota-exceeded',
    'rate-limited',
    'uploads-not-allowed',
  ],
} as const satisfies Operation;

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
  summary: 'List the fields that the last 100 submissions of a form had',
  description:
    'For programs that map fields: each with a guess of its type and an example, in the order of the newest submission. Spam does not count.',
  success: { status: 200, body: () => fieldsView },
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
  success: { status: 200, body: () => statisticsView },
} as const satisfies Operation;

/** The pages of links in e-mails; mail programs and people open them, scripts do not. */
const RECIPIENT_PAGE_HEADERS = [
  'cache-control',
  'content-language',
  'content-security-policy',
  'referrer-policy',
  'vary',
  'x-content-type-options',
] as const;
export const getConfirmation = {
  name: 'getConfirmation',
  folder: 'emails/recipients',
  tag: 'recipients',
  method: 'GET',
  path: '/v1/confirmations/{token}',
  access: 'public',
  scope: null,
  summary: 'Ask a recipient on a page whether it wants the e-mails of an account',
  description:
    'The link of a confirmation e-mail. Opening it changes nothing: the page has a button that posts to the same address.',
  success: {
    status: 200,
    when: 'The page with the button.',
    media: ['text/html'],
    headers: RECIPIENT_PAGE_HEADERS,
  },
  pages: true,
  problems: ['forbidden'],
} as const satisfies Operation;

export const confirmRecipient = {
  name: 'confirmRecipient',
  folder: 'emails/recipients',
  tag: 'recipients',
  method: 'POST',
  path: '/v1/confirmations/{token}',
  access: 'public',
  scope: null,
  summary: 'Confirm a recipient for the e-mails of an account',
  description: 'The address is confirmed for all forms of the account. Nothing of the body is read.',
  form: () => linkForm,
  optionalBody: true,
  success: {
    status: 200,
    when: 'A page that says that the address is confirmed.',
    media: ['text/html'],
    headers: RECIPIENT_PAGE_HEADERS,
  },
  pages: true,
  problems: ['forbidden'],
} as const satisfies Operation;

export const getUnsubscription = {
  name: 'getUnsubscription',
  folder: 'emails/recipients',
  tag: 'recipients',
  method: 'GET',
  path: '/v1/unsubscriptions/{token}',
  access: 'public',
  scope: null,
  summary: 'Ask a recipient on a page whether it wants no more e-mails about a form',
  description:
    'The link of the header `List-Unsubscribe` and at the end of each notification. Opening it changes nothing: the page has a button that posts to the same address.',
  success: {
    status: 200,
    when: 'The page with the button.',
    media: ['text/html'],
    headers: RECIPIENT_PAGE_HEADERS,
  },
  pages: true,
  problems: ['forbidden'],
} as const satisfies Operation;

export const unsubscribeRecipient = {
  name: 'unsubscribeRecipient',
  folder: 'emails/recipients',
  tag: 'recipients',
  method: 'POST',
  path: '/v1/unsubscriptions/{token}',
  access: 'public',
  scope: null,
  summary: 'Unsubscribe a recipient from the e-mails about a form',
  description:
    'What mail programs call for one-click unsubscription (RFC 8058), and the button of the page. Nothing of the body is read.',
  form: () => linkForm,
  optionalBody: true,
  success: {
    status: 200,
    when: 'A page that says that the address is unsubscribed.',
    media: ['text/html'],
    headers: RECIPIENT_PAGE_HEADERS,
  },
  pages: true,
  problems: ['forbidden'],
} as const satisfies Operation;
const SEARCH =
  'With `q` every page is there within 5 seconds: it has what was found until then, which may be nothing, and `searched_until` tells how far the search came.';

export const listSubmissions = {
  name: 'listSubmissions',
  folder: 'submissions',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/forms/{id}/submissions',
  access: 'management',
  scope: 'read',
  summary: 'List the submissions of a form, newest first, or search them',
  description: SEARCH,
  query: () => submissionsQuery,
  success: { status: 200, body: () => submissionPageView },
} as const satisfies Operation;

export const listAllSubmissions = {
  name: 'listAllSubmissions',
  folder: 'submissions',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/submissions',
  access: 'management',
  scope: 'read',
  summary: 'List the submissions of all forms of the account, newest first, or search them',
  description: `The submissions of the 200 newest forms. ${SEARCH}`,
  query: () => submissionsQuery,
  success: { status: 200, body: () => submissionPageView },
} as const satisfies Operation;

export const exportSubmissions = {
  name: 'exportSubmissions',
  folder: 'submissions/export',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/forms/{id}/submissions/export',
  access: 'management',
  scope: 'read',
  summary:
    'Export the submissions of a form as one file; a large one is a 302 redirect to a short-lived link',
  query: () => exportQuery,
  description:
    'CSV has one row for each submission and one column for each field that any of them has; where a spreadsheet could take posted text for a formula, an apostrophe is put in front, whichever separator it splits at. NDJSON has one submission in each line, as this API shows it.',
  success: {
    status: 200,
    when: 'The file.',
    media: ['text/csv', 'application/x-ndjson'],
    headers: ['cache-control', 'content-disposition'],
  },
  otherResponses: [
    {
      status: 302,
      when: 'The file is large, and is at this address for a short time.',
      headers: ['cache-control', 'location'],
    },
  ],
} as const satisfies Operation;

export const getSubmission = {
  name: 'getSubmission',
  folder: 'submissions',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/submissions/{id}',
  access: 'management',
  scope: 'read',
  summary: 'Read a submission',
  success: { status: 200, body: () => submissionView },
} as const satisfies Operation;

export const getTimeline = {
  name: 'getTimeline',
  folder: 'submissions/timeline',
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

export const getFile = {
  name: 'getFile',
  folder: 'files',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/submissions/{id}/files/{file_id}',
  access: 'link',
  scope: 'read',
  summary: 'Get a redirect to a file of a submission',
  query: () => linkQuery,
  description: 'The `url` of an attachment is such an address, signed for seven days: it needs no key.',
  success: {
    status: 302,
    when: 'The file is at this address for a short time.',
    headers: ['cache-control', 'location', 'referrer-policy', 'x-content-type-options'],
  },
} as const satisfies Operation;

export const updateSubmission = {
  name: 'updateSubmission',
  folder: 'submissions',
  tag: 'submissions',
  method: 'PATCH',
  path: '/v1/submissions/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Change a submission: its status, read or unread, its star, its note',
  description:
    'All members of the body are changed together or not at all. A submission that is released from spam counts towards the quota, and webhooks and e-mails go out as if it had just been accepted. Nothing else triggers anything.',
  body: () => submissionPatch,
  success: { status: 200, body: () => submissionView },
  problems: ['conflict', 'quota-exceeded'],
} as const satisfies Operation;

export const changeSubmissions = {
  name: 'changeSubmissions',
  folder: 'submissions',
  tag: 'submissions',
  method: 'POST',
  path: '/v1/submissions/bulk',
  access: 'management',
  scope: 'write',
  summary: 'Do the same with up to 100 submissions',
  description:
    'Each submission is changed for itself: `data` has the outcome for each id, in the order sent, and one that fails stops no other. A release counts towards the quota as a single one does.',
  body: () => bulkInput,
  showsNothingStored: true,
  success: { status: 200, body: () => bulkView },
} as const satisfies Operation;

export const deleteSubmission = {
  name: 'deleteSubmission',
  folder: 'submissions',
  tag: 'submissions',
  method: 'DELETE',
  path: '/v1/submissions/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Delete a submission and its files',
  success: { status: 204 },
} as const satisfies Operation;

export const createWebhook = {
  name: 'createWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/forms/{id}/webhooks',
  access: 'management',
  scope: 'write',
  summary: 'Create a webhook; only this response holds its secret',
  body: () => webhookInput,
  success: { status: 201, body: () => webhookViewWithSecret },
  problems: ['conflict'],
} as const satisfies Operation;

export const listWebhooks = {
  name: 'listWebhooks',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/forms/{id}/webhooks',
  access: 'management',
  scope: 'read',
  summary: 'List the webhooks of a form',
  query: () => pageQuery,
  success: { status: 200, body: () => webhookView, list: true },
} as const satisfies Operation;

export const getWebhook = {
  name: 'getWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{id}',
  access: 'management',
  scope: 'read',
  summary: 'Read a webhook',
  success: { status: 200, body: () => webhookView },
} as const satisfies Operation;

export const updateWebhook = {
  name: 'updateWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Change a webhook; after a rotation only this response holds its new secret',
  body: () => webhookPatch,
  success: { status: 200, body: () => z.union([webhookViewAfterChange, idOnlyView]) },
  problems: ['conflict'],
} as const satisfies Operation;

export const deleteWebhook = {
  name: 'deleteWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Delete a webhook; nothing more is delivered to it',
  success: { status: 204 },
} as const satisfies Operation;

export const testWebhook = {
  name: 'testWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  access: 'management',
  scope: 'write',
  summary: 'Send a signed test ping and show the response of the endpoint',
  success: { status: 200, body: () => testResponse },
  problems: ['rate-limited'],
} as const satisfies Operation;

export const replayDelivery = {
  name: 'replayDelivery',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/deliveries/{id}/replay',
  access: 'management',
  scope: 'write',
  summary: 'Send a delivery again at once, whatever its state and schedule',
  success: { status: 200, body: () => deliveryView },
  problems: ['conflict'],
} as const satisfies Operation;

export const listDeliveries = {
  name: 'listDeliveries',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  access: 'management',
  scope: 'read',
  summary: 'List the deliveries of a webhook with their attempts, newest first',
  description: 'The last 50 unless the query says otherwise; deliveries are kept for 30 days.',
  query: () => deliveriesQuery,
  success: { status: 200, body: () => deliveryView, list: true },
} as const satisfies Operation;

export const getDelivery = {
  name: 'getDelivery',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/deliveries/{id}',
  access: 'management',
  scope: 'read',
  summary: 'Read a delivery with its attempts',
  success: { status: 200, body: () => deliveryView },
} as const satisfies Operation;

export const submitEntry = {
  name: 'submitEntry',
  folder: 'localized',
  tag: 'localized',
  method: 'POST',
  path: '/{locale}/api',
  access: 'any-key',
  scope: 'ingest',
  summary: 'Post a submission to a form, named by its slug or id',
  description: 'The checks are those of ingest. The `job_id` is the id of the submission.',
  body: () => localizedSubmissionInput,
  maxBodyBytes: MAX_ENCODED_BYTES,
  requestHeaders: ['idempotency-key'],
  success: { status: 201, when: 'The submission is stored.', body: () => localizedSubmissionView },
  otherResponses: [
    {
      status: 200,
      when: 'Nothing was stored as received: spam was caught, or the idempotency key is known.',
      body: () => localizedNothingStoredView,
    },
  ],
  problems: [
    'body-too-large',
    'file-too-large',
    'form-not-found',
    'form-not-live',
    'invalid-key',
    'origin-not-allowed',
    'quota-exceeded',
    'rate-limited',
    'turnstile-failed',
    'uploads-not-allowed',
  ],
} as const satisfies Operation;

export const getJob = {
  name: 'getJob',
  folder: 'localized',
  tag: 'localized',
  method: 'GET',
  path: '/{locale}/api/{jobId}',
  access: 'management',
  scope: 'read',
  summary: 'Read a submission with its form and their analytics',
  success: { status: 200, body: () => jobView },
} as const satisfies Operation;

export const listDrive = {
  name: 'listDrive',
  folder: 'localized',
  tag: 'localized',
  method: 'GET',
  path: '/{locale}/api/drive/list',
  access: 'management',
  scope: 'read',
  summary: 'List the forms of the account with their latest submissions',
  query: () => pageQuery,
  success: { status: 200, body: () => driveEntryView, list: true },
} as const satisfies Operation;

export const createApiKey = {
  name: 'createApiKey',
  folder: 'auth',
  tag: 'api-keys',
  method: 'POST',
  path: '/v1/api-keys',
  access: 'management',
  scope: 'admin',
  summary: 'Create an API key; only this response holds it',
  description:
    'A key is never minted with a scope that its maker lacks, nor to outlive the key that mints it. Without `expires_at` it expires with that key, if that one does.',
  body: () => apiKeyInput,
  success: { status: 201, body: () => apiKeyViewWithKey, headers: ['cache-control'] },
  problems: ['rate-limited'],
} as const satisfies Operation;

export const listApiKeys = {
  name: 'listApiKeys',
  folder: 'auth',
  tag: 'api-keys',
  method: 'GET',
  path: '/v1/api-keys',
  access: 'management',
  scope: 'admin',
  summary: 'List the API keys of the account, newest first, without the keys themselves',
  query: () => pageQuery,
  success: { status: 200, body: () => apiKeyView, list: true },
} as const satisfies Operation;

export const revokeApiKey = {
  name: 'revokeApiKey',
  folder: 'auth',
  tag: 'api-keys',
  method: 'DELETE',
  path: '/v1/api-keys/{id}',
  access: 'management',
  scope: 'admin',
  summary: 'Revoke an API key, at once',
  query: () => revocationQuery,
  description:
    'With `cascade=true` also every key that it minted, and those that they minted, and so on; without it they live on. The last management key of the account that has the scope `admin` and does not expire cannot be revoked: then nothing changes.',
  success: { status: 204 },
  problems: ['conflict'],
} as const satisfies Operation;

export const getUsage = {
  name: 'getUsage',
  folder: 'accounts',
  tag: 'usage',
  method: 'GET',
  path: '/v1/usage',
  access: 'management',
  scope: 'read',
  summary: 'Show how much of its plan the account has used this month',
  success: { status: 200, body: () => usageView },
} as const satisfies Operation;

/** Headers of every response of the OAuth endpoints (RFC 6749, section 5.1). */
const NO_STORE_HEADERS = ['cache-control', 'pragma'] as const;

export const issueToken = {
  name: 'issueToken',
  folder: 'auth',
  tag: 'oauth',
  method: 'POST',
  path: '/oauth/token',
  access: 'public',
  scope: null,
  summary: 'Issue an access token for an API key (OAuth 2.0 client credentials)',
  description:
    'The client id is the id of a key, the client secret the whole key; send them as Basic credentials or in the form.',
  form: () => tokenForm,
  success: { status: 200, body: () => tokenView, headers: NO_STORE_HEADERS },
  otherResponses: [
    {
      status: 400,
      when: 'The request is refused (RFC 6749, section 5.2).',
      body: () => oauthErrorView,
      headers: NO_STORE_HEADERS,
    },
    {
      status: 401,
      when: 'The client is unknown, revoked, expired, of a suspended account, or sent a wrong secret.',
      body: () => oauthErrorView,
      headers: [...NO_STORE_HEADERS, 'www-authenticate'],
    },
    {
      status: 413,
      when: 'The body is above 8 KB; it is not parsed.',
      body: () => oauthErrorView,
      headers: NO_STORE_HEADERS,
    },
    {
      status: 415,
      when: 'The body is compressed in a way that is not supported.',
      body: () => oauthErrorView,
      headers: [...NO_STORE_HEADERS, 'accept-encoding'],
    },
  ],
} as const satisfies Operation;

export const revokeToken = {
  name: 'revokeToken',
  folder: 'auth',
  tag: 'oauth',
  method: 'POST',
  path: '/oauth/revoke',
  access: 'public',
  scope: null,
  summary: 'Revoke an access token (RFC 7009)',
  description:
    'The client id is the id of a key, the client secret the whole key; send them as Basic credentials or in the form. A token that is unknown, expired or revoked already is no error.',
  form: () => revocationForm,
  success: {
    status: 200,
    when: 'The token is not valid any more; there is no body.',
    headers: NO_STORE_HEADERS,
  },
  otherResponses: [
    {
      status: 400,
      when: 'The request is refused (RFC 6749, section 5.2).',
      body: () => oauthErrorView,
      headers: NO_STORE_HEADERS,
    },
    {
      status: 401,
      when: 'The client is unknown, revoked, expired or sent a wrong secret.',
      body: () => oauthErrorView,
      headers: [...NO_STORE_HEADERS, 'www-authenticate'],
    },
    {
      status: 413,
      when: 'The body is above 8 KB; it is not parsed.',
      body: () => oauthErrorView,
      headers: NO_STORE_HEADERS,
    },
    {
      status: 415,
      when: 'The body is compressed in a way that is not supported.',
      body: () => oauthErrorView,
      headers: [...NO_STORE_HEADERS, 'accept-encoding'],
    },
  ],
} as const satisfies Operation;

export const getOauthMetadata = {
  name: 'getOauthMetadata',
  folder: 'auth',
  tag: 'oauth',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  access: 'public',
  scope: null,
  summary: 'Describe the OAuth 2.0 endpoints (RFC 8414)',
  success: { status: 200, body: () => oauthMetadataView, headers: ['cache-control'] },
} as const satisfies Operation;

const CACHED_HEADERS = ['etag', 'cache-control', 'vary'] as const;
const PAGE_HEADERS = ['content-security-policy', 'referrer-policy', 'x-content-type-options'] as const;

export const getOpenapi = {
  name: 'getOpenapi',
  folder: 'documentation',
  tag: 'documentation',
  method: 'GET',
  path: '/openapi',
  access: 'public',
  scope: null,
  summary: 'Read this description of the API, in OpenAPI 3.1',
  requestHeaders: ['if-none-match'],
  success: { status: 200, body: () => openapiView, headers: CACHED_HEADERS },
  otherResponses: [{ status: 304, when: 'Nothing has changed.', headers: CACHED_HEADERS }],
} as const satisfies Operation;

export const getDocs = {
  name: 'getDocs',
  folder: 'documentation',
  tag: 'documentation',
  method: 'GET',
  path: '/docs',
  access: 'public',
  scope: null,
  summary: 'Read the description of the API on a page',
  requestHeaders: ['if-none-match'],
  success: {
    status: 200,
    when: 'The page.',
    media: ['text/html'],
    headers: [...CACHED_HEADERS, ...PAGE_HEADERS],
  },
  otherResponses: [
    { status: 304, when: 'Nothing has changed.', headers: [...CACHED_HEADERS, ...PAGE_HEADERS] },
  ],
} as const satisfies Operation;

export const getDocsFile = {
  name: 'getDocsFile',
  folder: 'documentation',
  tag: 'documentation',
  method: 'GET',
  path: '/docs/assets/{file}',
  access: 'public',
  scope: null,
  summary: 'Load a script or style of the page at /docs',
  requestHeaders: ['if-none-match'],
  success: {
    status: 200,
    when: 'The file, which never changes.',
    media: ['text/javascript', 'text/css'],
    headers: [...CACHED_HEADERS, 'x-content-type-options'],
  },
  otherResponses: [
    { status: 304, when: 'It never changes.', headers: [...CACHED_HEADERS, 'x-content-type-options'] },
  ],
} as const satisfies Operation;

export const getProblemType = {
  name: 'getProblemType',
  folder: 'documentation',
  tag: 'documentation',
  method: 'GET',
  path: '/problems/{slug}',
  access: 'public',
  scope: null,
  summary: 'Explain a kind of problem, in the language of the reader',
  description: 'The `type` of every problem document points here. Browsers get a page.',
  success: {
    status: 200,
    when: 'The meaning of the problem type.',
    body: () => problemTypeView,
    headers: ['cache-control', 'content-language'],
  },
  pages: true,
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
  listFields,
  getStatistics,
  getConfirmation,
  confirmRecipient,
  getUnsubscription,
  unsubscribeRecipient,
  listSubmissions,
  listAllSubmissions,
  exportSubmissions,
  getSubmission,
  getTimeline,
  getFile,
  updateSubmission,
  changeSubmissions,
  deleteSubmission,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listDeliveries,
  getDelivery,
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
  getOpenapi,
  getDocs,
  getDocsFile,
  getProblemType,
} as const;

/** Path of an operation's handler relative to `lambdas`, without the ending: `forms/create-form`. */
export function entryOf({ folder, name }: Pick<Operation, 'folder' | 'name'>): string {
  return `${folder}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export type OperationName = keyof typeof operations;

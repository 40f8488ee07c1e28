/** Submissions: lists, exports, changes, files. The table of all operations is `operations.ts`. */
import * as z from 'zod';
import { linkQuery } from '../files/attachment.ts';
import { bulkInput, bulkView } from './bulk-change.ts';
import { submissionPatch, submissionView } from './submission.ts';
import { exportQuery } from './export/submission-export.ts';
import { eventPageView, submissionPageView, submissionsQuery } from './submissions-query.ts';
import type { Operation } from '../http/operation.ts';

const SEARCH =
  'With `q` every page is there within 5 seconds: it has what was found until then, which may be nothing, and `searched_until` tells how far the search came.';
const SHAPE =
  'With `shape=event` each accepted submission comes as the body of `submission.created`, with the same `data` as a webhook gets, so that programs that poll map it alike; its `id` is always the same, and `created_at` when it was received.';

export const listSubmissions = {
  name: 'listSubmissions',
  folder: 'submissions',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/forms/{id}/submissions',
  access: 'management',
  scope: 'read',
  summary: 'List the submissions of a form, newest first, or search them',
  description: `${SEARCH} ${SHAPE}`,
  query: () => submissionsQuery,
  follows: ['submissions'],
  success: { status: 200, body: () => z.union([submissionPageView, eventPageView]) },
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
  description: `The submissions of the 200 newest forms. ${SEARCH} ${SHAPE}`,
  query: () => submissionsQuery,
  follows: ['submissions'],
  success: { status: 200, body: () => z.union([submissionPageView, eventPageView]) },
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
  versioned: true,
  success: { status: 200, body: () => submissionView },
} as const satisfies Operation;

export const getFile = {
  name: 'getFile',
  folder: 'submissions',
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
  versioned: true,
  audit: { target: 'submission', written: 'with-change' },
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
  audit: { target: 'submission', written: 'with-change' },
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
  versioned: true,
  audit: { target: 'submission', written: 'with-change' },
  success: { status: 204 },
} as const satisfies Operation;

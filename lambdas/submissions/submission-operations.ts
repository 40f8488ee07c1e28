/**
 * Defines the operations for submissions: lists, exports, changes and files. `operations.ts` lists all
 * operations.
 */
import { linkQuery } from '../files/attachment.ts';
import { bulkAnswer, bulkByFilterInput, bulkInput, bulkJobView } from './bulk/bulk-job.ts';
import { submissionPatch, submissionView } from './submission.ts';
import { exportQuery } from './export/export-query.ts';
import { submissionPageView, submissionsQuery } from './submissions-query.ts';
import type { Operation, Success } from '../http/operation.ts';

const SEARCH =
  'With `q`, every page is returned within 5 seconds. It contains the matches found by then, if any. `searched_until` is the earliest time that the search has covered.';
const SHAPE =
  'With `shape=event`, each accepted submission is returned as the body of `submission.created`, with the same `data` that a webhook receives, so that polling programs can map it in the same way. Its `id` never changes, and `created_at` is when the submission was received.';

const BULK_JOB =
  'Nothing is changed for ten seconds, during which the job can be undone. Each update then has the same effects as a single update. Submissions that arrive or are changed after the request are left alone. A form and an account can each have only one job at a time. A filter also requires the scope `read`.';
const BULK_JOB_STARTED = {
  status: 202,
  when: 'A bulk job will update the submissions that match the filter.',
  body: bulkJobView,
  headers: ['location'],
} as const satisfies Success;

export const listSubmissions = {
  name: 'listSubmissions',
  folder: 'submissions',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/forms/{id}/submissions',
  access: 'management',
  scope: 'read',
  summary: "List or search a form's submissions",
  description: `${SEARCH} ${SHAPE}`,
  query: () => submissionsQuery,
  follows: ['submissions', 'posts'],
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
  summary: "List or search the account's submissions",
  description: `Covers the 200 newest forms. ${SEARCH} ${SHAPE}`,
  query: () => submissionsQuery,
  follows: ['submissions', 'posts'],
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
  neverStored: true,
  summary: "Export a form's submissions",
  query: () => exportQuery,
  description:
    'CSV has one row for each submission, and one column for each field that occurs. If a spreadsheet could interpret submitted text as a formula, the text is prefixed with an apostrophe, regardless of the separator. XLSX has the same columns, with real dates and text that is never a formula. NDJSON has one submission per line, in the format of this API. For large exports, the response is a 302 redirect to a short-lived link.',
  success: {
    status: 200,
    when: 'The file.',
    media: [
      'text/csv',
      'application/x-ndjson',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    headers: ['content-disposition'],
  },
  otherResponses: [
    {
      status: 302,
      when: 'The file is large and can be downloaded from this URL for a short time.',
      headers: ['location'],
    },
  ],
  alsoAt: [
    {
      name: 'exportAllSubmissions',
      path: '/v1/submissions/export',
      summary: "Export the account's submissions",
      description:
        "Works like the export of one form, but includes all forms that the caller can access. Submissions are grouped by form, newest first. The first column is the form's name. XLSX has a sheet for each form that has submissions.",
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
  summary: 'Get a submission',
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
  neverStored: true,
  summary: "Download a submission's file",
  query: () => linkQuery,
  description: 'The `url` of an attachment points here. It is signed for seven days and needs no key.',
  success: {
    status: 302,
    when: 'The file can be downloaded from this URL for a short time.',
    headers: ['location', 'referrer-policy'],
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
  alsoViewers: true,
  summary: 'Update a submission',
  description:
    'Viewers can only send `read`, which changes their own read state and only needs the scope `read`. Owners, editors and keys share a read state. Either all properties in the body are applied, or none. A submission released from spam counts towards the quota, and its webhooks and e-mails are sent as if it had just been accepted. No other change triggers anything.',
  body: () => submissionPatch,
  versioned: true,
  audit: { target: 'submission', written: 'with-change' },
  success: { status: 200, body: () => submissionView },
  problems: ['conflict', 'quota-exceeded'],
} as const satisfies Operation;

export const changeSubmissions = {
  name: 'changeSubmissions',
  folder: 'submissions/bulk',
  tag: 'submissions',
  method: 'POST',
  path: '/v1/submissions/bulk',
  access: 'management',
  scope: 'write',
  alsoViewers: true,
  summary: 'Update submissions by ID or by filter',
  description: `With \`ids\`, up to 100 submissions are updated independently: \`data\` has one result for each ID, in the order of the request, and a failure doesn't stop the others. A released submission counts towards the quota, as with a single update. Viewers can only use the actions \`read\` and \`unread\`, which change their own read state.\n\nWith \`filter\`, a bulk job updates all submissions that match in the account's 200 newest forms. ${BULK_JOB}`,
  body: bulkInput,
  showsNothingStored: true,
  audit: { target: 'submission', written: 'with-change' },
  success: { status: 200, when: 'The results, if the request contained `ids`.', body: bulkAnswer },
  otherResponses: [{ ...BULK_JOB_STARTED, body: bulkAnswer }],
  problems: ['conflict'],
} as const satisfies Operation;

export const changeFormSubmissions = {
  name: 'changeFormSubmissions',
  folder: 'submissions/bulk',
  tag: 'submissions',
  method: 'POST',
  path: '/v1/forms/{id}/submissions/bulk',
  access: 'management',
  scope: 'write',
  summary: "Update a form's submissions by filter",
  description: `A bulk job updates all of the form's submissions that match. ${BULK_JOB}`,
  body: bulkByFilterInput,
  showsNothingStored: true,
  audit: { target: 'form', written: 'with-change' },
  success: BULK_JOB_STARTED,
  problems: ['conflict'],
} as const satisfies Operation;

export const getBulkJob = {
  name: 'getBulkJob',
  folder: 'submissions/bulk',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/bulk-jobs/{id}',
  access: 'management',
  scope: 'read',
  summary: "Get a bulk job's progress",
  description: 'Jobs are deleted seven days after they were requested.',
  success: { status: 200, body: bulkJobView },
} as const satisfies Operation;

export const undoBulkJob = {
  name: 'undoBulkJob',
  folder: 'submissions/bulk',
  tag: 'submissions',
  method: 'POST',
  path: '/v1/bulk-jobs/{id}/undo',
  access: 'management',
  scope: 'write',
  summary: 'Undo a bulk job',
  description: 'Only possible before `undo_until`. The job then changes no submissions.',
  audit: { target: 'form', written: 'with-change' },
  success: { status: 200, body: bulkJobView },
  problems: ['conflict'],
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

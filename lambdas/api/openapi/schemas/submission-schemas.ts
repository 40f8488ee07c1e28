/** Defines the named schemas for submissions, files and uploads. */
import { formBodyFields, formBodyMembers, formBodyParts } from '../../../ingest/form-body-schemas.ts';
import { formProblem, acceptedResponse } from '../../../ingest/conventions/convention-schemas.ts';
import { submitResponse } from '../../../ingest/ingest-response-schemas.ts';
import { bulkView } from '../../../submissions/bulk/bulk-change.ts';
import { bulkByFilterInput, bulkFilter, bulkInput, bulkJobView } from '../../../submissions/bulk/bulk-job.ts';
import { assigneesView } from '../../../submissions/handling/assignee.ts';
import { label, labelInput, labelPatch, labelsView } from '../../../submissions/labels/label.ts';
import { filterTrialInput, filterTrialView } from '../../../submissions/filters/filter-trial.ts';
import { attachmentView } from '../../../files/attachment.ts';
import { postedSubmissionView, submissionPatch, submissionView } from '../../../submissions/submission.ts';
import { submissionPageView } from '../../../submissions/submissions-query.ts';
import { timelineView } from '../../../timeline/timeline.ts';
import { puzzleView } from '../../../ingest/challenge/puzzle.ts';
import { uploadInput, uploadView } from '../../../files/upload.ts';
import {
  BULK_JOB_ID,
  DELIVERY_ID,
  FILE_ID,
  FORM_ID,
  KEY_ID,
  LABEL_ID,
  MEMBER_ID,
  RECEIVED_AT,
  REPLY_ID,
  SUBMISSION_ID,
  UPLOAD_ID,
  WEBHOOK_ID,
} from './example-ids.ts';
import { requestSchema, responseSchema } from './named-schema.ts';

export const attachmentExample = {
  id: FILE_ID,
  field: 'resume',
  name: 'resume.pdf',
  content_type: 'application/pdf',
  size: 48_213,
  url: `https://forms.example.org/v1/submissions/${SUBMISSION_ID}/files/${FILE_ID}?expires=1795771800&signature=3q2-7w`,
};

export const postedSubmissionExample = {
  id: SUBMISSION_ID,
  form_id: FORM_ID,
  received_at: RECEIVED_AT,
  status: 'received' as const,
  files: 1,
  attachments: [attachmentExample],
  payload: { name: 'Ada', email: 'ada@example.org', message: 'Hello' },
};

const filterExample = { all: [{ field: 'topic', op: 'equals' as const, value: 'sales' }] };

export const labelExample = { id: LABEL_ID, name: 'Sales', color: '#2f7dd1' };

export const submissionExample = {
  ...postedSubmissionExample,
  read_at: '2026-11-20T10:02:11.000Z',
  handled_at: '2026-11-21T09:30:00.000Z',
  assignee: { id: MEMBER_ID, name: 'Grace' },
  labels: [labelExample],
  starred: true,
  note: 'Called back on Friday.',
  source: {
    page: 'https://www.example.org/contact',
    referrer: 'https://www.example.org/contact',
    language: 'de-AT',
    imported_from: 'formspree',
    imported_at: '2026-11-02T08:00:00.000Z',
  },
  spam: { score: 0, reasons: [] },
  warnings: [],
};

export const submissionSchemas = [
  requestSchema('PostedFields', formBodyFields, 'The fields of a form.', submissionExample.payload),
  requestSchema(
    'PostedMembers',
    formBodyMembers,
    "An object with the fields as properties. Values that aren't strings are stored as JSON.",
    { name: 'Ada', age: 36, topics: ['forms', 'webhooks'] },
  ),
  requestSchema(
    'PostedParts',
    formBodyParts,
    'The fields of a form. Files are multipart parts with a file name.',
    submissionExample.payload,
  ),
  requestSchema('UploadInput', uploadInput, 'A file to upload before its form is submitted.', {
    field: 'resume',
    name: 'resume.pdf',
    content_type: 'application/pdf',
    size: 48_213,
  }),
  responseSchema('Puzzle', puzzleView, "A puzzle of a form's own challenge.", {
    algorithm: 'SHA-256',
    challenge: '3c7a1d4f2c0b7f1f0a3f9f4f6d4de0f8c2c5a3d4e5b6978812a3b4c5d6e7f809',
    salt: '9a1f0c5b7e2d4a6f8b3c1d0e?expires=1796127600&',
    signature: '8f2b6c1d9e3a7054b1c2d3e4f5a69788796a5b4c3d2e1f00112233445566778a',
    maxnumber: 200_000,
  }),
  responseSchema('Upload', uploadView, 'Where and how to upload the file.', {
    upload_id: UPLOAD_ID,
    url: 'https://files.example.org/',
    fields: { key: `uploads/${FORM_ID}/${UPLOAD_ID}`, policy: 'eyJ…', 'x-amz-signature': '5f5f…' },
    expires_at: '2026-11-20T10:30:00.123Z',
  }),
  requestSchema(
    'SubmissionPatch',
    submissionPatch,
    'Properties to change. Omitted properties keep their values. Send `null` to remove the note or the assignee.',
    {
      status: 'received',
      read: true,
      starred: true,
      handled: true,
      assignee: MEMBER_ID,
      labels: [LABEL_ID],
      note: 'Called back on Friday.',
    },
  ),
  requestSchema(
    'BulkInput',
    bulkInput(),
    'The change to apply to each submission. Needs either `ids` or `filter`.',
    { ids: [SUBMISSION_ID], action: 'read' },
  ),
  requestSchema(
    'BulkFilter',
    bulkFilter(),
    'The same filters as in a list of submissions. An empty filter matches all submissions.',
    { status: 'spam' },
  ),
  requestSchema(
    'BulkByFilterInput',
    bulkByFilterInput(),
    'A filter, and the change to apply to each submission that matches it.',
    { filter: { status: 'spam' }, action: 'delete' },
  ),
  requestSchema('FilterTrialInput', filterTrialInput, 'A filter to try on the newest submissions.', {
    filter: filterExample,
  }),
  responseSchema(
    'FilterTrial',
    filterTrialView,
    'The newest submissions, and whether each passes a filter.',
    {
      data: [
        {
          submission_id: SUBMISSION_ID,
          form_id: FORM_ID,
          received_at: '2026-11-20T09:30:00.000Z',
          matches: true,
          conditions: [true],
        },
      ],
      matched: 1,
      tested: 1,
    },
  ),
  responseSchema(
    'BulkJob',
    bulkJobView(),
    'The progress of a bulk job, which updates submissions by filter.',
    {
      id: BULK_JOB_ID,
      status: 'running',
      action: 'delete',
      matched: 974,
      done: 250,
      undo_until: '2026-11-20T12:00:10.000Z',
    },
  ),
  requestSchema('LabelInput', labelInput, 'A label to create.', { name: 'Sales', color: '#2f7dd1' }),
  requestSchema('LabelPatch', labelPatch, 'Changes to a label.', {
    name: 'Sales',
    color: '#2f7dd1',
  }),
  responseSchema('Label', label, 'A label that submissions can have.', labelExample),
  responseSchema('Labels', labelsView, 'All labels of the account.', { data: [labelExample] }),
  responseSchema('Assignees', assigneesView, 'The members who can be assigned to submissions.', {
    data: [{ id: MEMBER_ID, name: 'Grace', form_ids: null }],
  }),
  responseSchema('BulkResult', bulkView, 'The result for each submission, in the order of the request.', {
    data: [
      { id: SUBMISSION_ID, ok: true },
      {
        id: 'sub_unknown',
        ok: false,
        problem: {
          type: 'https://forms.example.org/problems/not-found',
          code: 'not-found',
          title: 'Not found',
          status: 404,
          detail: '"sub_unknown" was not found.',
        },
      },
    ],
  }),
  responseSchema(
    'Attachment',
    attachmentView,
    'A file of a submission. `url` is signed for seven days; after that, read the submission again to get a new one.',
    attachmentExample,
  ),
  responseSchema(
    'PostedSubmission',
    postedSubmissionView,
    "A submission as it was received, without the owner's changes.",
    postedSubmissionExample,
  ),
  responseSchema('Submission', submissionView, 'A submission of a form.', submissionExample),
  responseSchema('Timeline', timelineView, 'The events of a submission, oldest first.', {
    data: [
      { at: RECEIVED_AT, type: 'stored' },
      {
        at: '2026-11-20T09:30:01.204Z',
        type: 'webhook',
        delivery_id: DELIVERY_ID,
        webhook_id: WEBHOOK_ID,
        attempt: 1,
        status_code: 503,
        error: 'HTTP 503',
        error_code: 'http-status',
      },
      {
        at: '2026-11-20T09:30:02.310Z',
        type: 'webhook',
        delivery_id: DELIVERY_ID,
        webhook_id: WEBHOOK_ID,
        attempt: 2,
        status_code: 204,
        error: null,
      },
      {
        at: '2026-11-20T09:30:03.512Z',
        type: 'email',
        kind: 'notification',
        recipient: 'owner@example.com',
        status: 'delivered',
        reason: null,
      },
      {
        at: '2026-11-20T10:01:40.000Z',
        type: 'reply',
        reply_id: REPLY_ID,
        recipient: 'ada@example.org',
        subject: 'Re: Opening hours',
        status: 'delivered',
        reason: null,
        actor: { type: 'member', id: MEMBER_ID, name: 'Grace Hopper' },
      },
      {
        at: '2026-11-20T10:02:11.000Z',
        type: 'status',
        status: 'spam',
        actor: { type: 'key', id: KEY_ID, name: 'CI' },
      },
      {
        at: '2026-11-20T10:04:30.000Z',
        type: 'assignee',
        assignee: { id: MEMBER_ID, name: 'Grace' },
        actor: { type: 'key', id: KEY_ID, name: 'CI' },
      },
      {
        at: '2026-11-20T10:05:00.000Z',
        type: 'labels',
        labels: [labelExample],
        actor: { type: 'key', id: KEY_ID, name: 'CI' },
      },
    ],
  }),
  responseSchema(
    'SubmissionPage',
    submissionPageView,
    'A page of submissions, newest first. With `shape=event`, the rows are events.',
    {
      data: [submissionExample],
      next_cursor: null,
    },
  ),
  responseSchema(
    'TakenResponse',
    acceptedResponse,
    'The response of a form that uses the conventions of another backend. Spam gets the same response.',
    {
      id: SUBMISSION_ID,
      received_at: RECEIVED_AT,
      status: 'received',
      files: 0,
      success: true,
      message: 'Thanks, your message has been sent.',
      next: 'https://forms.example.org/v1/f/contact/thanks',
    },
  ),
  responseSchema(
    'FormProblem',
    formProblem,
    'The error response to a form submission. Forms that use the conventions of another backend add the properties that its clients read.',
    {
      type: 'https://forms.example.org/problems/validation-failed',
      code: 'validation-failed',
      title: 'Invalid values',
      status: 422,
      detail: 'email: Please fill in this field.',
      error: 'email: Please fill in this field.',
      message: 'email: Please fill in this field.',
      errors: [{ path: 'email', field: 'email', code: 'required', message: 'Please fill in this field.' }],
    },
  ),
  responseSchema(
    'SubmitResponse',
    submitResponse,
    'The submission was accepted. A submission that is stored for the first time has `id`, `received_at`, `files` and `status`. A replay has `idempotent_replay`. Spam has `ok` and `status`, and does not trigger e-mails or webhooks.',
    {
      id: SUBMISSION_ID,
      received_at: RECEIVED_AT,
      files: 1,
      status: 'received',
    },
  ),
];

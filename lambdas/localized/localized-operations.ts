/**
 * Defines the operations of the localized API, which has messages in five languages. `operations.ts` lists
 * all operations.
 */
import {
  driveEntryView,
  localizedSubmissionInput,
  localizedSubmissionView,
  jobView,
} from './localized-submission.ts';
import { MAX_ENCODED_BYTES } from '../core/payload.ts';
import { pageQuery } from '../core/web/pagination.ts';
import type { Operation } from '../http/operation.ts';

export const submitEntry = {
  name: 'submitEntry',
  folder: 'localized',
  tag: 'localized',
  method: 'POST',
  path: '/{locale}/api',
  access: 'any-key',
  scope: 'ingest',
  summary: 'Submit a form by its slug or ID',
  description: 'Runs the same checks as `POST /v1/f/{slug}`. The `job_id` is the ID of the submission.',
  body: () => localizedSubmissionInput,
  maxBodyBytes: MAX_ENCODED_BYTES,
  requestHeaders: ['idempotency-key'],
  success: { status: 201, when: 'The submission is stored.', body: () => localizedSubmissionView },
  otherResponses: [
    {
      status: 200,
      when: 'Nothing new was accepted: the submission was caught as spam, or the idempotency key was used before.',
      body: () => localizedSubmissionView,
    },
  ],
  problems: [
    'body-too-large',
    'challenge-failed',
    'file-too-large',
    'form-not-found',
    'form-not-live',
    'invalid-key',
    'origin-not-allowed',
    'quota-exceeded',
    'rate-limited',
    'turnstile-failed',
    'uploads-not-allowed',
    'webhook-loop',
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
  summary: 'Get a submission with its form and analytics',
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
  summary: 'List forms with their latest submissions',
  query: () => pageQuery,
  success: { status: 200, body: () => driveEntryView, list: true },
} as const satisfies Operation;

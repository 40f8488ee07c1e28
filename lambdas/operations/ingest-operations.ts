/** Posts to forms and announced uploads. The table of all operations is `operations.ts`. */
import { formBodyFields, formBodyMembers, formBodyParts } from '../ingest/form-body-schemas.ts';
import { nothingStoredResponse, storedResponse } from '../ingest/ingest-response-schemas.ts';
import { uploadInput, uploadView } from '../files/upload.ts';
import type { Operation } from '../http/operation.ts';

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
    'Every field of the form is a member of the body. Values that are not strings are stored as JSON; a field that comes several times is stored as a JSON array. The honeypot field of the form and the response of the bot challenge are taken out. A submission has at most 200 fields and 256 KiB of text, and at most ten files; whether it may have files, and how large, is a matter of the plan. Files of more than about 4 MB are uploaded first; the field `_uploads` then names their uploads.\n\nA browser that navigates, as it does when a plain HTML form is posted, is sent to the `redirect_url` of the form, or to its page of thanks; errors are pages in its language in place of JSON. The same body from the same address within a minute is the same post then.',
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
    {
      status: 303,
      when: 'A browser is sent to the `redirect_url` of the form, or to its page of thanks.',
      headers: ['location'],
    },
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

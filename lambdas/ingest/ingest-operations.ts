/** Posts to forms and announced uploads. The table of all operations is `operations.ts`. */
import { formBodyFields, formBodyMembers, formBodyParts } from './form-body-schemas.ts';
import { takenResponse } from './conventions/convention-schemas.ts';
import { nothingStoredResponse, storedResponse } from './ingest-response-schemas.ts';
import { uploadInput, uploadView } from '../files/upload.ts';
import type { Operation, Success } from '../http/operation.ts';
import { PAGE_HEADERS } from '../form-pages/form-page-operations.ts';

const redirected = {
  status: 303,
  when: 'A browser is sent to the `redirect_url` of the form, to its page of thanks, or to an allowed address that the post names under the `conventions` of another backend.',
  headers: ['location'],
} as const satisfies Success;

/** What the addresses have in common that only clients of other backends use. */
const ofOtherBackend = {
  description:
    'As `POST /v1/f/{slug}`, for forms with these `conventions`; others are not found here, as is no form.',
  success: { status: 200, when: 'The post was taken.', body: () => takenResponse },
  otherResponses: [
    { status: 201, when: 'A script that prefers pages gets one.', media: ['text/html'] },
    redirected,
  ],
} as const satisfies Partial<Operation>;

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
    'Every field of the form is a member of the body. Values that are not strings are stored as JSON; a field that comes several times is stored as a JSON array. The honeypot field of the form and the response of the bot challenge are taken out. A submission has at most 200 fields and 256 KiB of text, and at most ten files; whether it may have files, and how large, is a matter of the plan. Files of more than about 4 MB are uploaded first; the field `_uploads` then names their uploads.\n\nA browser that navigates, as it does when a plain HTML form is posted, is sent to the `redirect_url` of the form, or to its page of thanks; errors are pages in its language in place of JSON. The same body from the same address within a minute is the same post then.\n\nA form with the `conventions` of another backend takes out its control fields, and answers programs as that backend does: with 200 for every post that is taken. Forms with those of Basin have the address `/v1/f/{slug}.json` too.',
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
      when: 'Nothing was stored as received: spam was caught, or the idempotency key is known. Of a form with the `conventions` of another backend: the post was taken.',
      body: () => nothingStoredResponse,
    },
    redirected,
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
  hasConventions: true,
  alsoAt: [
    {
      name: 'submitProjectForm',
      path: '/v1/p/{project}/f/{slug}',
      summary: 'Post a submission to a form with the conventions of Formspree',
      ...ofOtherBackend,
    },
    {
      name: 'submitNamedForm',
      path: '/v1/submit',
      summary: 'Post a submission to a form with the conventions of Web3Forms',
      ...ofOtherBackend,
      description:
        'As `POST /v1/f/{slug}`; the field `access_key`, which is to come before any large file, is the slug or the id of the form.',
    },
    {
      name: 'submitAjaxForm',
      path: '/v1/ajax/{slug}',
      summary: 'Post a submission to a form with the conventions of FormSubmit',
      ...ofOtherBackend,
      description: 'As `POST /v1/f/{slug}`; the responses are JSON for browsers that navigate too.',
    },
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

export const getThanks = {
  name: 'getThanks',
  folder: 'ingest',
  tag: 'ingest',
  method: 'GET',
  path: '/v1/f/{slug}/thanks',
  access: 'public',
  scope: null,
  summary: 'Show the page of thanks of a form',
  description:
    'Where browsers are sent after a post to a form without a `redirect_url`. It shows the `thank_you` and the `brand` of the form, in the language of the visitor or of the form.',
  success: { status: 200, when: 'The page.', media: ['text/html'], headers: PAGE_HEADERS },
  pages: true,
  problems: ['form-not-found', 'form-not-live'],
} as const satisfies Operation;

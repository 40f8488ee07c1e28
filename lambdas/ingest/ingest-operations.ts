/** Defines the operations that submit forms and prepare uploads. `operations.ts` lists all operations. */
import { formBodyFields, formBodyMembers, formBodyParts } from './form-body-schemas.ts';
import { acceptedResponse } from './conventions/convention-schemas.ts';
import { submitResponse } from './ingest-response-schemas.ts';
import { puzzleView } from './challenge/puzzle.ts';
import { uploadInput, uploadView } from '../files/upload.ts';
import type { Operation, Success } from '../http/operation.ts';
import { PAGE_HEADERS } from '../form-pages/form-page-operations.ts';

const redirected = {
  status: 303,
  when: "Redirects the browser to the form's `redirect_url`, to its thank-you page, or to an allowed URL that the submission requested under the `conventions` of another backend.",
  headers: ['location'],
} as const satisfies Success;

/** Properties shared by the paths that only clients of other backends use. */
const ofOtherBackend = {
  description:
    'Works like `POST /v1/f/{slug}`, but only for forms with these `conventions`. For all other forms, the response is the same as for an unknown form.',
  success: { status: 200, when: 'The submission was accepted.', body: () => acceptedResponse },
  otherResponses: [
    { status: 201, when: 'Sent to scripts that prefer HTML.', media: ['text/html'] },
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
  summary: 'Submit a form',
  description:
    "Every field of the form is a property of the body. Values that aren't strings are stored as JSON, and a field that occurs several times is stored as a JSON array. The honeypot field and the token or solution of the bot challenge are removed. A submission can have at most 200 fields, 256 KiB of text and ten files. The plan decides whether files are allowed, and how large they can be. Upload files larger than about 4 MB first, and list their upload IDs in the field `_uploads`.\n\nPages submit forms without a key. A server can send one: a submission key, a management key with the scope `ingest` or `write`, or an access token with `ingest`. It must belong to the form's account. Submissions with a key of the account and anonymous submissions have separate idempotency keys.\n\nBrowsers that submit a plain HTML form are redirected to the form's `redirect_url` or to its thank-you page. They get errors as pages in their language instead of JSON. If the same body arrives from the same address within a minute, it counts as the same submission.\n\nFor a form with the `conventions` of another backend, that backend's control fields are removed, and programs get its responses, with status 200 for every accepted submission. Forms with the conventions of Basin also accept submissions at `/v1/f/{slug}.json`.",
  reads: {
    // List JSON first, because many client generators only support the first media type.
    'application/json': () => formBodyMembers,
    'application/x-www-form-urlencoded': () => formBodyFields,
    'multipart/form-data': () => formBodyParts,
  },
  requestHeaders: ['idempotency-key'],
  success: { status: 201, when: 'The submission is stored.', body: () => submitResponse },
  otherResponses: [
    {
      status: 200,
      when: 'Nothing new was accepted: the submission was caught as spam, or the idempotency key was used before. For forms with the `conventions` of another backend, the submission was accepted.',
      body: () => submitResponse,
    },
    redirected,
  ],
  pages: true,
  problems: [
    'bad-body',
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
    'unsupported-encoding',
    'uploads-not-allowed',
    'webhook-loop',
  ],
  hasConventions: true,
  alsoAt: [
    {
      name: 'submitProjectForm',
      path: '/v1/p/{project}/f/{slug}',
      summary: "Submit a form with Formspree's conventions",
      ...ofOtherBackend,
    },
    {
      name: 'submitNamedForm',
      path: '/v1/submit',
      summary: "Submit a form with Web3Forms' conventions",
      ...ofOtherBackend,
      description:
        "Works like `POST /v1/f/{slug}`. The field `access_key` is the form's slug or ID; it must come before any large file.",
    },
    {
      name: 'submitAjaxForm',
      path: '/v1/ajax/{slug}',
      summary: "Submit a form with FormSubmit's conventions",
      ...ofOtherBackend,
      description:
        'Works like `POST /v1/f/{slug}`, but returns JSON even if a browser submits a plain HTML form.',
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
  summary: 'Get a URL for uploading a file',
  description:
    'Post the file to `url` as `multipart/form-data`: first the `fields`, then the file as `file`. Then submit the form with `upload_id` in its field `_uploads`.',
  body: () => uploadInput,
  success: { status: 201, when: 'You can now upload the file.', body: () => uploadView },
  problems: [
    'file-too-large',
    'form-not-found',
    'form-not-live',
    'invalid-key',
    'origin-not-allowed',
    'quota-exceeded',
    'rate-limited',
    'uploads-not-allowed',
    'webhook-loop',
  ],
} as const satisfies Operation;

export const getChallenge = {
  name: 'getChallenge',
  folder: 'ingest/challenge',
  tag: 'ingest',
  method: 'GET',
  path: '/v1/f/{slug}/challenge',
  access: 'public',
  scope: null,
  summary: "Get a puzzle for a form's own challenge",
  description:
    "For forms with the challenge `proof-of-work`. Find the number from 0 to `maxnumber` for which the SHA-256 digest of `salt` followed by the number is `challenge`. Send the Base64 encoding of the JSON object `{ algorithm, challenge, number, salt, signature }` in the form's field `altcha`. Each puzzle works for one post to this form, for 20 minutes. Our script and ALTCHA's widget solve puzzles on web pages.",
  success: { status: 200, when: 'A new puzzle.', body: () => puzzleView },
  problems: ['form-not-found', 'form-not-live', 'origin-not-allowed'],
} as const satisfies Operation;

export const getThanks = {
  name: 'getThanks',
  folder: 'ingest',
  tag: 'ingest',
  method: 'GET',
  path: '/v1/f/{slug}/thanks',
  access: 'public',
  scope: null,
  summary: "Show a form's thank-you page",
  description:
    "Browsers are redirected here after submitting a form that has no `redirect_url`. The page shows the form's `thank_you` text and `brand`, in the form's or the visitor's language.",
  success: { status: 200, when: 'The page.', media: ['text/html'], headers: PAGE_HEADERS },
  pages: true,
  problems: ['form-not-found', 'form-not-live'],
} as const satisfies Operation;

export const getFormPage = {
  name: 'getFormPage',
  folder: 'ingest/hosted-page',
  tag: 'ingest',
  method: 'GET',
  path: '/v1/f/{slug}/page',
  access: 'public',
  scope: null,
  summary: "Show a form's hosted page",
  description:
    "Shows the declared `fields` as a form with the form's `page` settings and `brand`, in the visitor's language. The page works without JavaScript. While the form is a draft, paused or over its quota, the page has no controls. A form without an enabled `page` gets 404. Errors of a submission are shown on the same page, next to the fields.",
  success: {
    status: 200,
    when: 'The page.',
    media: ['text/html'],
    headers: [...PAGE_HEADERS, 'x-robots-tag'],
  },
  pages: true,
  problems: ['form-not-found', 'form-not-live'],
} as const satisfies Operation;

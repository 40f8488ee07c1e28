/** Declares the operations for the form script. `api/operations.ts` lists all operations. */
import type { Operation } from '../http/operation.ts';

export const getFormScript = {
  name: 'getFormScript',
  folder: 'form-script',
  tag: 'ingest',
  method: 'GET',
  path: '/v1/forms.js',
  withPathsBelow: true,
  access: 'public',
  scope: null,
  summary: 'Load the form script',
  description:
    'Forms with the attribute `data-svc` are submitted without leaving the page, with retries, progress and errors next to the fields. Without JavaScript, they work as plain forms. `Content-Location` is the URL of exactly this version, which browsers can cache forever. `/v1/forms.js/challenge.js` is the solver that the script loads for forms with the challenge `proof-of-work`.',
  requestHeaders: ['if-none-match'],
  success: {
    status: 200,
    when: 'The script.',
    media: ['text/javascript'],
    headers: ['etag', 'vary', 'content-location'],
  },
  otherResponses: [
    {
      status: 304,
      when: 'Nothing has changed.',
      headers: ['etag', 'vary', 'content-location'],
    },
  ],
  problems: ['not-found'],
  alsoAt: [
    {
      name: 'getEmbedScript',
      path: '/v1/embed.js',
      summary: 'Load the script for embedded pages',
      description:
        "Gives a frame that shows a form's hosted page the height of the page. Load it once on the website that contains the frame.",
      withPathsBelow: false,
      requestHeaders: [],
      success: { status: 200, when: 'The script.', media: ['text/javascript'] },
      otherResponses: [],
      problems: [],
    },
  ],
} as const satisfies Operation;

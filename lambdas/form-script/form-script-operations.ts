/** The script for forms. The table of all operations is `api/operations.ts`. */
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
  summary: 'Load the script for pages with forms',
  description:
    'A form with the attribute `data-svc` is then sent without leaving its page, with retries, progress and errors at its fields; without JavaScript it stays an ordinary form. `Content-Location` names the address of exactly this content, which browsers keep for ever.',
  requestHeaders: ['if-none-match'],
  success: {
    status: 200,
    when: 'The script.',
    media: ['text/javascript'],
    headers: ['etag', 'cache-control', 'vary', 'content-location', 'x-content-type-options'],
  },
  otherResponses: [
    {
      status: 304,
      when: 'Nothing has changed.',
      headers: ['etag', 'cache-control', 'vary', 'content-location', 'x-content-type-options'],
    },
  ],
  problems: ['not-found'],
} as const satisfies Operation;

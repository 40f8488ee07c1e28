/** `GET /docs`: sends the page that shows the API reference. */
import { gzipSync } from 'node:zlib';
import { readEnvironment } from '../environment.ts';
import { html } from '../core/html.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { staticResponse } from '../http/static-response.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getDocs as operation } from '../operations/documentation-operations.ts';
import { NAMES } from './viewer.at-build.ts';

/**
 * Hashes of the two styles that Redoc writes into the page: an empty one, which it fills through the DOM, and that of its
 * scroll bars. The browser test fails when a version of Redoc writes others.
 */
const STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
];
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${STYLES.join(' ')}`,
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>API reference</title>
      <link rel="stylesheet" href="/docs/assets/${NAMES.style}" />
      <script src="/docs/assets/${NAMES.script}" defer></script>
      <script src="/docs/assets/${NAMES.start}" defer></script>
    </head>
    <body>
      <main id="reference">
        <noscript>
          This page needs JavaScript. Its content is also at <a href="/openapi">/openapi</a>, for programs and
          other viewers.
        </noscript>
      </main>
    </body>
  </html>`;

/** Sends the page that shows `/openapi`; everything that it loads comes from this service. */
export function getDocs() {
  const respond = staticResponse(gzipSync(page.source), {
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    more: {
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
  return ({ event }: HttpRequest<typeof operation>): HttpResponse => respond(event.headers);
}

export const handler = httpHandler(operation, { baseUrl: readEnvironment('BASE_URL').BASE_URL }, getDocs());

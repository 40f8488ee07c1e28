/** `GET /openapi`: serves the OpenAPI document. */
import { gzipSync } from 'node:zlib';
import { readEnvironment } from '../../environment.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import { staticResponse } from '../../http/static-response.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { DOCUMENT } from '../openapi/document.at-build.ts';
import { fillPlaceholders } from '../openapi/placeholders.ts';
import { getOpenapi as operation } from './documentation-operations.ts';

/** Serves the document, which only changes with each deployment. */
export function getOpenapi({ document }: { document: string }) {
  const respond = staticResponse(gzipSync(document), {
    type: 'application/json',
    cacheControl: 'public, max-age=300',
  });
  return ({ event }: HttpRequest<typeof operation>): HttpResponse => respond(event.headers);
}

const environment = readEnvironment('BASE_URL', 'SERVICE_VERSION');
const { BASE_URL: baseUrl, SERVICE_VERSION: version } = environment;

export const handler = httpHandler(
  operation,
  { baseUrl },
  getOpenapi({ document: fillPlaceholders(DOCUMENT, { baseUrl, version }) }),
);

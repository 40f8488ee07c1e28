import { gzipSync } from 'node:zlib';
import { readEnvironment } from '../environment.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { preparedAnswer } from '../http/static-response.ts';
import type { Answer } from '../http/problem-document.ts';
import { DOCUMENT } from '../openapi/document.at-build.ts';
import { filledIn } from '../openapi/placeholders.ts';
import { getOpenapi as operation } from '../operations.ts';

/** The document changes with a deployment only. */
export function getOpenapi({ document }: { document: string }) {
  const answer = preparedAnswer(gzipSync(document), {
    type: 'application/json',
    cacheControl: 'public, max-age=300',
    // The gateway says so too; here it holds behind any other front as well.
    more: { 'access-control-allow-origin': '*' },
  });
  return ({ event }: HttpRequest<typeof operation>): Answer => answer(event.headers);
}

const environment = readEnvironment('BASE_URL', 'SERVICE_VERSION');
const { BASE_URL: baseUrl, SERVICE_VERSION: version } = environment;

export const handler = httpHandler(
  operation,
  { baseUrl },
  getOpenapi({ document: filledIn(DOCUMENT, { baseUrl, version }) }),
);

/** `GET /console` and all paths below it: serves the console's files, which are the same for all users. */
import { bucketOrigin } from '../aws/bucket-origin.ts';
import { readEnvironment } from '../environment.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getConsole as operation } from './console-operations.ts';
import { ASSETS, PAGE } from './console-files.at-build.ts';
import { consoleResponses } from './console-response.ts';

/**
 * Serves the console's files.
 * @param respond returns the response for a path (`consoleResponses`)
 */
export function getConsole(respond: ReturnType<typeof consoleResponses>) {
  return ({ event, path }: HttpRequest<typeof operation>): HttpResponse =>
    respond(path['below'] ?? '', event.headers);
}

const { BASE_URL, EXPORTS_ORIGIN, FILES_ORIGIN } = readEnvironment(
  'BASE_URL',
  'EXPORTS_ORIGIN',
  'FILES_ORIGIN',
);

export const handler = httpHandler(
  operation,
  { baseUrl: BASE_URL },
  getConsole(
    consoleResponses(
      { page: PAGE, assets: ASSETS },
      { attachments: bucketOrigin(FILES_ORIGIN), exports: bucketOrigin(EXPORTS_ORIGIN) },
    ),
  ),
);

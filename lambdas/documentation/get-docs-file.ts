/** `GET /docs/assets/{file}`: sends a script or style of the documentation page. */
import { NotFound } from '../core/errors.ts';
import { message } from '../i18n/message.ts';
import { readEnvironment } from '../environment.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { staticResponse } from '../http/static-response.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getDocsFile as operation } from '../operations/documentation-operations.ts';
import { FILES } from './viewer.at-build.ts';

/** Sends a file by its name. The name changes with the content, so browsers may keep the file for ever. */
export function getDocsFile(files: typeof FILES) {
  const responses = new Map(
    Object.entries(files).map(([name, { type, gzip }]) => [
      name,
      staticResponse(Buffer.from(gzip, 'base64'), {
        type,
        cacheControl: 'public, max-age=31536000, immutable',
        more: { 'x-content-type-options': 'nosniff' },
      }),
    ]),
  );
  return ({ event, path }: HttpRequest<typeof operation>): HttpResponse => {
    const respond = responses.get(path['file'] ?? '');
    if (!respond) throw new NotFound(message('nothing-at-this-path'));
    return respond(event.headers);
  };
}

export const handler = httpHandler(
  operation,
  { baseUrl: readEnvironment('BASE_URL').BASE_URL },
  getDocsFile(FILES),
);

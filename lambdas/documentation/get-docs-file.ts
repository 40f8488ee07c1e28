import { NotFound } from '../core/errors.ts';
import { message } from '../i18n/message.ts';
import { readEnvironment } from '../environment.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { staticResponse } from '../http/static-response.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getDocsFile as operation } from '../operations.ts';
import { FILES } from './viewer.at-build.ts';

/** A file's name changes with its content, so that browsers never ask for it again. */
export function getDocsFile(files: typeof FILES) {
  const answers = new Map(
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
    const answer = answers.get(path['file'] ?? '');
    if (!answer) throw new NotFound(message('nothing-at-this-path'));
    return answer(event.headers);
  };
}

export const handler = httpHandler(
  operation,
  { baseUrl: readEnvironment('BASE_URL').BASE_URL },
  getDocsFile(FILES),
);

/** The handler of requests that match no route; what it responds in is the format of the operations around the path. */
import { MethodNotAllowed, NotFound } from '../core/errors.ts';
import { message } from '../i18n/message.ts';
import { httpHandler } from './http-handler.ts';
import type { ResponseFormat } from './http-response.ts';
import { methodsAt } from './methods.ts';

/** Always throws one of the two. @throws MethodNotAllowed, NotFound */
function refuse(method: string, path: string): never {
  const allow = methodsAt(path);
  // A path that takes the method would have been found: a stage without a console leaves the console's out.
  if (allow.length > 0 && !allow.includes(method)) throw new MethodNotAllowed(method, allow);
  throw new NotFound(message('nothing-at-this-path'));
}

/** 404 or 405 for every request, and an empty response to a CORS preflight. */
export function refusingHandler(baseUrl: string, access: 'public' | 'ingest', format?: ResponseFormat) {
  return httpHandler(
    {
      name: 'unmatched',
      folder: 'http',
      tag: 'service',
      method: 'GET',
      path: '/',
      access,
      scope: null,
      summary: '',
    },
    { baseUrl, anyRequest: true, ...(format && { format }) },
    ({ event: { rawPath, requestContext } }) =>
      requestContext.http.method === 'OPTIONS'
        ? { status: 204 }
        : refuse(requestContext.http.method, rawPath),
  );
}

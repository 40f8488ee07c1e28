/**
 * Creates the handler of requests that match no route. It responds in the format of the operations near the
 * path.
 */
import { MethodNotAllowed, NotFound } from '../core/errors.ts';
import { message } from '../core/message.ts';
import { httpHandler } from './http-handler.ts';
import type { ResponseFormat } from './http-response.ts';
import { methodsAt } from './methods.ts';

/**
 * Always throws.
 * @throws MethodNotAllowed, NotFound
 */
function refuse(method: string, path: string): never {
  const allow = methodsAt(path);
  // If the path accepted the method, a route would have matched, except that a stage without a console has no
  // console routes.
  if (allow.length > 0 && !allow.includes(method)) throw new MethodNotAllowed(method, allow);
  throw new NotFound(message('nothing-at-this-path'));
}

/** Responds with 404 or 405 to every request, and with an empty response to a CORS preflight. */
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

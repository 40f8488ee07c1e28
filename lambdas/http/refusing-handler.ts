/**
 * Creates the handler for requests that match no route. Its responses have the same format as the responses
 * of operations with similar paths.
 */
import { MethodNotAllowed, NotFound } from '../core/errors/errors.ts';
import { message } from '../core/errors/message.ts';
import { httpHandler } from './http-handler.ts';
import type { ResponseFormat } from './http-response.ts';
import { methodsAt } from './methods.ts';

/** Matches a form's path without the version, for example `/f/contact`. */
const FORM_WITHOUT_VERSION = /^\/f\/([\w-]{1,100})\/?$/;

/**
 * Throws the error for a request that matches no route.
 * @throws MethodNotAllowed, NotFound
 */
function refuse(method: string, path: string, baseUrl: string): never {
  const allow = methodsAt(path);
  // If the list includes the method, the operation has no route because this stage has no console. The
  // response is then 404.
  if (allow.length > 0 && !allow.includes(method)) throw new MethodNotAllowed(method, allow);
  const slug = FORM_WITHOUT_VERSION.exec(path)?.[1];
  throw new NotFound(
    slug === undefined
      ? message('nothing-at-this-path')
      : message('forms-are-at', { url: `${baseUrl}/v1/f/${slug}` }),
  );
}

/**
 * Creates a handler that responds to every request with 404 or 405 and to CORS preflights with an empty
 * response.
 */
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
    ({ event: { rawPath, requestContext } }) => refuse(requestContext.http.method, rawPath, baseUrl),
  );
}

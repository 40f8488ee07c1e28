/**
 * Requests that match no route: 405 for a path that has other methods, 404 for the rest. A CORS preflight request
 * that reaches this route gets an empty response, to which the gateway adds its CORS headers.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { MethodNotAllowed, NotFound } from '../core/errors.ts';
import { message } from '../i18n/message.ts';
import { readEnvironment } from '../environment.ts';
import { httpHandler } from './http-handler.ts';
import { languageOf, localizedFormat } from '../localized/localized-format.ts';
import { methodsAt } from './methods.ts';
import type { ResponseFormat } from './http-response.ts';
import { ingestFormat } from '../ingest/ingest-format.ts';

/** Always throws one of the two. @throws MethodNotAllowed, NotFound */
function refuse(method: string, path: string): never {
  const allow = methodsAt(path);
  // A path that takes the method would have been found: a stage without a console leaves the console's out.
  if (allow.length > 0 && !allow.includes(method)) throw new MethodNotAllowed(method, allow);
  throw new NotFound(message('nothing-at-this-path'));
}

const baseUrl = readEnvironment('BASE_URL').BASE_URL;

function handlerFor(access: 'public' | 'ingest', format?: ResponseFormat) {
  return httpHandler(
    {
      ...{ name: 'unmatched', folder: 'http', tag: 'service', method: 'GET', path: '/' },
      ...{ access, scope: null, summary: '' },
    },
    { baseUrl, anyRequest: true, ...(format && { format }) },
    ({ event: { rawPath, requestContext } }) =>
      requestContext.http.method === 'OPTIONS'
        ? { status: 204 }
        : refuse(requestContext.http.method, rawPath),
  );
}

const onIngest = handlerFor('ingest', ingestFormat(baseUrl));
const onLocalized = handlerFor('public', localizedFormat(baseUrl));
const elsewhere = handlerFor('public');

/** Where forms are posted to. */
const INGEST = /^\/v1\/(?:(?:f|p|ajax)\/|submit(?:\/|$))/;

/** The response format is that of the operations around the path. */
export function handler(
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  if (INGEST.test(event.rawPath)) return onIngest(event, context);
  return isLocalized(event) ? onLocalized(event, context) : elsewhere(event, context);
}

function isLocalized(event: APIGatewayProxyEventV2): boolean {
  return languageOf(event) !== undefined && event.rawPath.split('/')[2] === 'api';
}

/**
 * Requests that match no route: 405 for a path that has other methods, 404 for the rest. A CORS preflight request
 * that reaches this route gets an empty response, to which the gateway adds its CORS headers.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { MethodNotAllowed, NotFound } from '../core/errors.ts';
import { isLanguage } from '../i18n/catalogue.ts';
import { message } from '../i18n/message.ts';
import { readEnvironment } from '../environment.ts';
import { httpHandler } from './http-handler.ts';
import { languageOf, localizedFormat } from '../localized/localized-format.ts';
import type { Operation } from './operation.ts';
import { browserFormat } from './browser.ts';
import type { ResponseFormat } from './http-response.ts';
import { RefusedPosts } from '../ingest/refused-posts.ts';
import { operations } from '../operations.ts';

/** Always throws one of the two. @throws MethodNotAllowed, NotFound */
export function unmatched(all: readonly Pick<Operation, 'method' | 'path'>[]) {
  return (method: string, path: string): never => {
    const allow = all
      .filter((operation) => matches(operation.path, path))
      .map((operation) => operation.method);
    if (allow.length > 0) throw new MethodNotAllowed(method, [...new Set(allow)]);
    throw new NotFound(message('nothing-at-this-path'));
  };
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((part, index) => partMatches(part, actual[index] ?? ''))
  );
}

function partMatches(expected: string, actual: string): boolean {
  if (expected === '{locale}') return isLanguage(actual);
  return expected.startsWith('{') ? actual !== '' : expected === actual;
}

const refuse = unmatched(Object.values(operations));
const baseUrl = readEnvironment('BASE_URL').BASE_URL;
const refusedPosts = new RefusedPosts();

function handlerFor(access: 'public' | 'ingest', format?: ResponseFormat) {
  return httpHandler(
    { name: 'unmatched', folder: 'http', tag: 'service', method: 'GET', path: '/', access, summary: '' },
    { baseUrl, ...(format && { format }) },
    async ({ event }) => {
      const { method } = event.requestContext.http;
      if (method === 'OPTIONS') return { status: 204 };
      // A form with a wrong address loses nothing of what was typed either.
      if (access === 'ingest' && method === 'POST') await refusedPosts.keep(event);
      return refuse(method, event.rawPath);
    },
  );
}

const onIngest = handlerFor(
  'ingest',
  browserFormat(baseUrl, (event) => refusedPosts.of(event)),
);
const onLocalized = handlerFor('public', localizedFormat(baseUrl));
const elsewhere = handlerFor('public');

/** The response format is that of the operations around the path. */
export function handler(
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  if (event.rawPath.startsWith('/v1/f/')) return onIngest(event, context);
  return isLocalized(event) ? onLocalized(event, context) : elsewhere(event, context);
}

function isLocalized(event: APIGatewayProxyEventV2): boolean {
  return languageOf(event) !== undefined && event.rawPath.split('/')[2] === 'api';
}

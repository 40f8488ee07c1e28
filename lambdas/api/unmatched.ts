/**
 * Handles requests that match no route. Returns 405 if the path supports other methods, and 404 otherwise.
 * Browsers get an error page. Also answers CORS preflight requests for paths without any route.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { readEnvironment } from '../environment.ts';
import { browserFormat } from '../http/browser.ts';
import { refusingHandler } from '../http/refusing-handler.ts';
import { languageOf, localizedFormat } from '../localized/localized-format.ts';
import { ingestFormat } from '../ingest/ingest-format.ts';

const baseUrl = readEnvironment('BASE_URL').BASE_URL;

const onIngest = refusingHandler(baseUrl, 'ingest', ingestFormat(baseUrl));
const onLocalized = refusingHandler(baseUrl, 'public', localizedFormat(baseUrl));
const elsewhere = refusingHandler(baseUrl, 'public', browserFormat(baseUrl));

/** Matches paths that receive form submissions, including `/f/` paths without a version. */
const INGEST = /^\/v1\/(?:(?:f|p|ajax)\/|submit(?:\/|$))|^\/f\//;

/** Responds in the error format that operations with similar paths use. */
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

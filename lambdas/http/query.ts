/** Validates a request's query parameters. Unknown parameters are rejected. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod';
import { ValidationFailed } from '../core/errors/errors.ts';
import { message, type MessageCatalogue } from '../core/errors/message.ts';
import { validated } from './validation.ts';

type RequestQuery = Partial<Pick<APIGatewayProxyEventV2, 'queryStringParameters' | 'rawQueryString'>>;

const noQuery = z.strictObject({});

/**
 * Validates the query.
 * @param schema a strict object; if it's missing, the operation has no query parameters
 * @param messages defaults to English
 * @throws ValidationFailed naming every parameter that is invalid, unknown or repeated
 */
export function validatedQuery(
  schema: z.ZodType | undefined,
  { queryStringParameters = {}, rawQueryString = '' }: RequestQuery,
  messages?: MessageCatalogue,
): unknown {
  // The gateway joins repeated parameters with commas, so they look like a single parameter.
  const repeated = repeatedNames(rawQueryString);
  if (repeated.length > 0) {
    throw new ValidationFailed(repeated.map((path) => ({ path, message: message('given-more-than-once') })));
  }
  return validated(schema ?? noQuery, queryStringParameters, messages);
}

/** Returns the parameter names that occur more than once, without duplicates. */
function repeatedNames(rawQuery: string): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const pair of rawQuery.split('&')) {
    if (pair === '') continue;
    const name = decoded(pair.split('=', 1)[0] ?? '');
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return [...repeated];
}

/** Decodes a query parameter's name. Reads `+` as a space and leaves invalid percent-encoding unchanged. */
function decoded(name: string): string {
  const spaced = name.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

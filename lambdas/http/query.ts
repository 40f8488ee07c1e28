/** Checks the query of a request: nothing in it is ignored. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod';
import { ValidationFailed } from '../core/errors.ts';
import { message } from '../core/message.ts';
import { validated } from './validation.ts';

type RequestQuery = Partial<Pick<APIGatewayProxyEventV2, 'queryStringParameters' | 'rawQueryString'>>;

const noQuery = z.strictObject({});

/**
 * The query, parsed.
 * @param schema a strict object; without one the operation has no parameters
 * @param issue gives the messages, in English when absent
 * @throws ValidationFailed naming every parameter that is wrong, not known to the operation, or given twice
 */
export function validatedQuery(
  schema: z.ZodType | undefined,
  { queryStringParameters = {}, rawQueryString = '' }: RequestQuery,
  issue?: z.core.$ZodErrorMap,
): unknown {
  // The gateway joins repeated parameters with commas, as if one had been sent.
  const repeated = repeatedNames(rawQueryString);
  if (repeated.length > 0) {
    throw new ValidationFailed(repeated.map((path) => ({ path, message: message('given-more-than-once') })));
  }
  return validated(schema ?? noQuery, queryStringParameters, issue);
}

/** The names that come more than once, each once. */
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

/** Decoded as a form's field; what is no valid encoding stays as it came. */
function decoded(name: string): string {
  const spaced = name.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

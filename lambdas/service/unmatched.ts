/**
 * Whatever no route takes: 405 for a path that answers other methods, 404 for the rest. A preflight request
 * that reaches this route gets an empty answer, to which the gateway adds its CORS headers.
 */
import { MethodNotAllowed, NotFound } from '../domain/failures.ts';
import { detail } from '../domain/translations/detail.ts';
import { readEnvironment } from '../environment.ts';
import { httpHandler } from '../http/http-handler.ts';
import type { Operation } from '../http/operation.ts';
import { operations } from '../operations.ts';

/** @throws MethodNotAllowed, NotFound; one or the other always */
export function unmatched(all: readonly Pick<Operation, 'method' | 'path'>[]) {
  return (method: string, path: string): never => {
    const allow = all
      .filter((operation) => matches(operation.path, path))
      .map((operation) => operation.method);
    if (allow.length > 0) throw new MethodNotAllowed(method, [...new Set(allow)]);
    throw new NotFound(detail('nothing-at-this-path'));
  };
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((part, index) => (part.startsWith('{') ? actual[index] !== '' : part === actual[index]))
  );
}

const refuse = unmatched(Object.values(operations));

export const handler = httpHandler(
  { name: 'unmatched', folder: 'service', method: 'GET', path: '/', access: 'public', summary: '' },
  { baseUrl: readEnvironment('BASE_URL').BASE_URL },
  ({ event: { rawPath, requestContext } }) =>
    requestContext.http.method === 'OPTIONS' ? { status: 204 } : refuse(requestContext.http.method, rawPath),
);

/**
 * Finds the methods that a path accepts: the methods of its operations, plus HEAD wherever GET is allowed.
 */
import { isLanguage } from '../core/text/language.ts';
import type { Operation } from './operation.ts';
import { ROUTES } from './routes.ts';

type Route = Pick<Operation, 'method' | 'path'>;

/**
 * The routes with their paths split into segments in advance, because every request is compared with all routes.
 */
const routes = ROUTES.map(({ method, path }) => ({
  method,
  path,
  segments: path.split('/'),
  parameters: path.split('{').length - 1,
  takesTrailingSlash: path.startsWith('/v1/f/'),
}));

/**
 * Returns true if the operation accepts the method. HEAD is treated as GET without a response body (RFC 9110,
 * section 9.3.2).
 */
export function takesMethod(operation: Pick<Operation, 'method'>, method: string): boolean {
  return method === operation.method || (method === 'HEAD' && operation.method === 'GET');
}

/**
 * Returns the methods of the operations with this path, for the `Allow` header.
 * @param path as written in `operations.ts`
 */
export function methodsOf(path: string): string[] {
  return methodsOfAll(routes.filter((route) => route.path === path));
}

/**
 * Returns the methods of the operations that match a request's path, or an empty list if the path doesn't
 * exist. Literal paths take precedence over paths with parameters, regardless of the method: `bulk` is not
 * treated as a submission's id.
 */
export function methodsAt(path: string): string[] {
  const asSent = path.split('/');
  const withoutSlash = path.replace(/\/$/, '').split('/');
  const fitting = routes.filter(({ segments, takesTrailingSlash }) =>
    fits(segments, takesTrailingSlash ? withoutSlash : asSent),
  );
  const fewest = Math.min(...fitting.map(({ parameters }) => parameters));
  return methodsOfAll(fitting.filter(({ parameters }) => parameters === fewest));
}

function methodsOfAll(fitting: readonly Route[]): string[] {
  return [...new Set(fitting.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

const fits = (expected: readonly string[], actual: readonly string[]): boolean =>
  expected.length === actual.length &&
  expected.every((segment, index) => segmentFits(segment, actual[index] ?? ''));

function segmentFits(expected: string, actual: string): boolean {
  if (expected === '{locale}') return isLanguage(actual);
  return expected.startsWith('{') ? actual !== '' : expected === actual;
}

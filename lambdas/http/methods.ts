/**
 * Finds the methods that a path accepts: the methods of its operations, plus HEAD wherever GET is allowed.
 */
import { isLanguage } from '../core/text/language.ts';
import type { Operation } from './operation.ts';
import { ROUTES } from './routes.ts';

type Route = Pick<Operation, 'method' | 'path'>;

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
export function methodsOf(path: string, routes: readonly Route[] = ROUTES): string[] {
  return methodsOfAll(routes.filter((route) => route.path === path));
}

/**
 * Returns the methods of the operations that match a request's path, or an empty list if the path doesn't
 * exist. Literal paths take precedence over paths with parameters, regardless of the method: `bulk` is not
 * treated as a submission's id.
 */
export function methodsAt(path: string, routes: readonly Route[] = ROUTES): string[] {
  const asSent = path.split('/');
  const withoutSlash = path.replace(/\/$/, '').split('/');
  const fitting = routes.filter((route) =>
    fits(segmentsOf(route.path), takesTrailingSlash(route.path) ? withoutSlash : asSent),
  );
  const fewest = Math.min(...fitting.map(parametersIn));
  return methodsOfAll(fitting.filter((route) => parametersIn(route) === fewest));
}

const parametersIn = ({ path }: Route): number => path.split('{').length - 1;

function methodsOfAll(routes: readonly Route[]): string[] {
  return [...new Set(routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

/** Caches split path patterns because each request is matched against all patterns. */
const split = new Map<string, readonly string[]>();

function segmentsOf(pattern: string): readonly string[] {
  const known = split.get(pattern);
  if (known) return known;
  const segments = pattern.split('/');
  split.set(pattern, segments);
  return segments;
}

const fits = (expected: readonly string[], actual: readonly string[]): boolean =>
  expected.length === actual.length &&
  expected.every((segment, index) => segmentFits(segment, actual[index] ?? ''));

const takesTrailingSlash = (pattern: string): boolean => pattern.startsWith('/v1/f/');

function segmentFits(expected: string, actual: string): boolean {
  if (expected === '{locale}') return isLanguage(actual);
  return expected.startsWith('{') ? actual !== '' : expected === actual;
}

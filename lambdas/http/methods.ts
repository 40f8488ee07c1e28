/** Finds the methods that a path accepts: those of its operations, and HEAD wherever GET is allowed. */
import { isLanguage } from '../core/language.ts';
import type { Operation } from './operation.ts';
import { ROUTES } from './routes.ts';

type Route = Pick<Operation, 'method' | 'path'>;

/** HEAD is GET without the body (RFC 9110, section 9.3.2). */
export function takesMethod(operation: Pick<Operation, 'method'>, method: string): boolean {
  return method === operation.method || (method === 'HEAD' && operation.method === 'GET');
}

/**
 * Returns the methods of the operations with this path, as written in `operations.ts`, for the `Allow`
 * header.
 */
export function methodsOf(path: string, routes: readonly Route[] = ROUTES): string[] {
  return methodsOfAll(routes.filter((route) => route.path === path));
}

/**
 * Returns the methods of the operations whose path matches that of a request; empty for a path that doesn't
 * exist. A literal path takes precedence over one with a parameter in that place, whatever the method: `bulk`
 * is not the id of a submission.
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

/** Patterns split in advance, because every request is matched against all of them. */
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

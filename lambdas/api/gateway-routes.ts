/** Derives API Gateway's routes from the operations. */
import type { Operation } from '../http/operation.ts';

export interface GatewayRoute {
  /** `ANY` matches every method that has no more specific route. */
  readonly method: Operation['method'] | 'ANY';
  /** The last path variable can be greedy, for example `/v1/f/{slug}/{rest+}`. */
  readonly path: string;
}

/** Returns an operation's routes: one for each of its paths. */
export function routesOf(operation: Operation): GatewayRoute[] {
  const method = methodOf(operation);
  return pathsOf(operation).map((path) => ({ method, path }));
}

/**
 * The route of a GET operation matches every method that has no more specific route. The operation's function
 * answers HEAD and preflight requests and rejects other methods with 405.
 */
function methodOf({ method }: Operation): GatewayRoute['method'] {
  return method === 'GET' ? 'ANY' : method;
}

/**
 * API Gateway rejects routes that end in a slash. A greedy variable matches these paths instead, and the
 * function responds with 404 if anything follows the slash.
 */
function pathsOf({ access, path, alsoAt = [], withPathsBelow }: Operation): string[] {
  const below = withPathsBelow ? [`${path}/{below+}`] : access === 'ingest' ? [`${path}/{rest+}`] : [];
  return [...new Set([path, ...below, ...alsoAt.map((other) => other.path)])];
}

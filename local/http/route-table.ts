/** Finds the route for a request as API Gateway's HTTP APIs do. */

/** A route of an HTTP API, such as `POST /v1/f/{slug}`, `ANY /files/{proxy+}` or `$default`. */
export interface Route<T> {
  readonly key: string;
  readonly target: T;
}

export interface RouteMatch<T> {
  readonly route: Route<T>;
  /** Percent-decoded, because API Gateway passes decoded values to functions. */
  readonly pathParameters: Record<string, string>;
}

interface Compiled<T> {
  readonly route: Route<T>;
  readonly method: string;
  readonly segments: readonly string[];
  /**
   * Sort key that puts the most specific route first. In each segment, literals come before variables, and
   * variables before greedy variables. A named method comes before `ANY`.
   */
  readonly rank: string;
}

/**
 * Finds the route for a request as HTTP APIs do. The most specific path wins (literal before `{variable}`
 * before `{greedy+}` before `$default`), then a named method before `ANY`.
 */
export class RouteTable<T> {
  readonly #routes: readonly Compiled<T>[];
  readonly #default: Route<T> | undefined;

  constructor(routes: readonly Route<T>[]) {
    this.#default = routes.find((route) => route.key === '$default');
    this.#routes = routes
      .filter((route) => route.key !== '$default')
      .map(compile)
      .sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)));
  }

  /**
   * Returns the most specific route for a request, or undefined if none matches.
   * @param path percent-encoded, without the query
   */
  match(method: string, path: string): RouteMatch<T> | undefined {
    const segments = path.split('/').slice(1);
    for (const { route, method: expected, segments: pattern } of this.#routes) {
      if (expected !== 'ANY' && expected !== method) continue;
      const pathParameters = matchSegments(pattern, segments);
      if (pathParameters !== undefined) return { route, pathParameters };
    }
    return this.#default && { route: this.#default, pathParameters: {} };
  }
}

function compile<T>(route: Route<T>): Compiled<T> {
  const [method = '', path = ''] = route.key.split(' ');
  const segments = path.split('/').slice(1);
  const ranks = segments.map((segment) => (isGreedy(segment) ? '3' : isVariable(segment) ? '2' : '1'));
  return { route, method, segments, rank: `${ranks.join('')}${method === 'ANY' ? '~' : ''}` };
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index];
    if (actual === undefined) return undefined;
    if (isGreedy(expected)) {
      parameters[expected.slice(1, -2)] = decode(segments.slice(index).join('/'));
      return parameters;
    }
    if (isVariable(expected)) {
      if (actual === '') return undefined;
      parameters[expected.slice(1, -1)] = decode(actual);
    } else if (decode(actual) !== expected) {
      return undefined;
    }
  }
  return pattern.length === segments.length ? parameters : undefined;
}

/** Decodes percent-encoded text. Leaves invalid encoding unchanged. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isVariable(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}

function isGreedy(segment: string): boolean {
  return segment.endsWith('+}') && segment.startsWith('{');
}

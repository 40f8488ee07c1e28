/** Reads and writes query parameters (filters, page and selection) as human-readable text. */

/** Returns all query parameters as strings. If a parameter is repeated, the last value is used. */
export function parseParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Builds a query string. Omits empty values, so that a view without filters has a short URL. */
export function stringifyParams(search: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the value if it's a non-empty string, or undefined otherwise. */
export function textParam(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the value if it's one of the allowed values, or undefined otherwise. */
export function enumParam<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((each) => each === value);
}

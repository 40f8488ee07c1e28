/** Reads and writes query parameters (filters, page, selection) as readable plain text. */

/** Returns all parameters as text. For a repeated parameter, the last value counts. */
export function parseParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Omits empty values, so that a view without filters has a short URL. */
export function stringifyParams(search: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns a non-empty text, otherwise undefined. */
export function textParam(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns one of the allowed values, otherwise undefined, so that an invalid URL shows the default view. */
export function enumParam<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((each) => each === value);
}

/** What stands behind the question mark: filters, page and selection, as plain texts that one can read and change. */

/** All parameters as texts; of a repeated one the last. */
export function parseParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Leaves out what is empty, so that a view without filters has a short address. */
export function stringifyParams(search: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** A text that is there and not empty. */
export function textParam(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** One of a few; undefined for anything else, so that a wrong address shows the view as it is without. */
export function oneOfParam<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((each) => each === value);
}

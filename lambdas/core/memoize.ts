/** Memoizes asynchronous reads. */

/**
 * Returns a function that runs the read only once for each combination of arguments. Later calls get the
 * result or error of the first one.
 */
export function memoize<Args extends readonly string[], Result>(
  read: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const result = results.get(key) ?? read(...args);
    results.set(key, result);
    return result;
  };
}

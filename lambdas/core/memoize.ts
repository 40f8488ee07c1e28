/** Memoizes asynchronous reads. */

/** The same read, made once for the same arguments: later calls get the result, or the error, of the first. */
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

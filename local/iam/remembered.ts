/** Caches the results of functions with string arguments. */

/**
 * Maximum number of cached results, which is more than functions normally need. Limits memory usage if a
 * function accesses a different object each time.
 */
const MAX_ENTRIES = 1000;

/** Returns a function that caches its results and computes each of them only once. */
export function remembered<Texts extends readonly string[], Result>(
  find: (...texts: Texts) => Result,
): (...texts: Texts) => Result {
  const results = new Map<string, Result>();
  return (...texts) => {
    const key = texts.join('\n');
    const present = results.get(key);
    if (present !== undefined) return present;
    if (results.size >= MAX_ENTRIES) results.clear();
    const result = find(...texts);
    results.set(key, result);
    return result;
  };
}

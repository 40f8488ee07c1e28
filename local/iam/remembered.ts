/** Caches the results of functions of a few strings. */

/**
 * More than functions need. The limit keeps a function that accesses a different object each time from
 * filling the memory.
 */
const MAX_ENTRIES = 1000;

/** Returns a function that computes the result for the same strings only once. */
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

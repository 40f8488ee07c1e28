/** Remembers what follows from a few texts. */

/** More than functions ask for; who asks for other objects of a bucket each time does not fill the memory. */
const MOST = 1000;

/** The same function of texts, which finds the result for the same texts once. */
export function remembered<Texts extends readonly string[], Result>(
  find: (...texts: Texts) => Result,
): (...texts: Texts) => Result {
  const results = new Map<string, Result>();
  return (...texts) => {
    const key = texts.join('\n');
    const present = results.get(key);
    if (present !== undefined) return present;
    if (results.size >= MOST) results.clear();
    const result = find(...texts);
    results.set(key, result);
    return result;
  };
}

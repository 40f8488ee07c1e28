/** Memoizes asynchronous reads. */

/** The same read, made once for the same arguments: those who ask again get the answer, or the failure, of the first. */
export function memoize<Args extends readonly string[], Result>(
  read: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const answers = new Map<string, Promise<Result>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const answer = answers.get(key) ?? read(...args);
    answers.set(key, answer);
    return answer;
  };
}

/** The failures that the runner explains in a line, and the message and code of anything that was thrown. */

/**
 * A failure that the person at the keyboard can act on: `npm start` prints its message, a line for each problem,
 * without a stack trace, and exits with code 1. Everything else that is thrown is a bug of the runner and keeps its
 * stack trace.
 */
export class RunnerError extends Error {
  override name = 'RunnerError' as const;
}

/** Whether `error` is a system error with this code (`EADDRINUSE`, `ENOENT` …). */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  // Not `instanceof`: what a worker thread or a test's own realm throws is an Error of another realm.
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  return String(error.message);
}

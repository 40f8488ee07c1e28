/** Errors that the runner explains in one line, and helpers for the message and code of any thrown value. */

/**
 * An error that the user can fix. `npm start` prints its message, one line per problem and without a stack
 * trace, and exits with code 1. All other errors are bugs of the runner and keep their stack trace.
 */
export class RunnerError extends Error {
  override name = 'RunnerError' as const;
}

/** Whether `error` is a system error with this code (`EADDRINUSE`, `ENOENT` …). */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  // Not `instanceof`, because errors thrown by a worker thread or in a test's own realm belong to another
  // realm.
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  return String(error.message);
}

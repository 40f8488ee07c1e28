/**
 * Defines errors that the runner explains in one line, and helpers that get the message and code of any
 * thrown value.
 */

/**
 * An error that the user can fix. `npm start` prints the message with one line per problem and no stack
 * trace, and exits with code 1. All other errors are bugs in the runner and keep their stack trace.
 */
export class RunnerError extends Error {
  override name = 'RunnerError' as const;
}

/** Returns true if `error` is a system error with this code, such as `EADDRINUSE` or `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** Returns an error message for any thrown value. */
export function messageOf(error: unknown): string {
  // `instanceof Error` doesn't work here, because errors from a worker thread or a test environment belong to
  // another realm.
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  return String(error.message);
}

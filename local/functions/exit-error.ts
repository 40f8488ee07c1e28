/** Describes the end of a function's process in the same way as Lambda. */
import type { FunctionError } from './worker-messages.ts';

export function exitError(status: number): FunctionError {
  return {
    errorType: 'Runtime.ExitError',
    errorMessage: `Runtime exited with ${status === 0 ? 'no error' : `error: exit status ${status}`}`,
  };
}

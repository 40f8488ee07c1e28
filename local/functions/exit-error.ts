/** Describes why a function's process exited, in Lambda's format. */
import type { FunctionError } from './worker-messages.ts';

export function exitError(status: number): FunctionError {
  return {
    errorType: 'Runtime.ExitError',
    errorMessage: `Runtime exited with ${status === 0 ? 'no error' : `error: exit status ${status}`}`,
  };
}

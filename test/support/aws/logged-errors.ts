/**
 * Captures the errors that functions log. Import this module before the code under test, because loggers are
 * created when modules are loaded.
 */
import { jest } from '@jest/globals';

// Make the logger write to this process's console, which a test can observe.
Object.assign(process.env, { POWERTOOLS_DEV: 'true', POWERTOOLS_LOG_LEVEL: 'ERROR' });

export interface LoggedError {
  readonly message: string;
  readonly error: { readonly name: string; readonly message: string };
  readonly [detail: string]: unknown;
}

/** Runs a function. Returns its result and the errors that were logged while it ran. */
export async function loggedErrorsOf<Result>(
  act: () => Promise<Result>,
): Promise<{ result: Result; logged: LoggedError[] }> {
  const spy = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const result = await act();
    return { result, logged: spy.mock.calls.map(([line]) => JSON.parse(String(line)) as LoggedError) };
  } finally {
    spy.mockRestore();
  }
}

/**
 * Captures what functions log as errors. Import it before the code under test, whose loggers are created when
 * it is loaded.
 */
import { jest } from '@jest/globals';

// The logger uses this process's console, where a test can listen.
Object.assign(process.env, { POWERTOOLS_DEV: 'true', POWERTOOLS_LOG_LEVEL: 'ERROR' });

export interface LoggedError {
  readonly message: string;
  readonly error: { readonly name: string; readonly message: string };
  readonly [detail: string]: unknown;
}

/** Runs a function, and returns its result and what was logged during it. */
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

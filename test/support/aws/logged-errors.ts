/** What functions log as errors. To be imported before the code under test, whose loggers are made when it is loaded. */
import { jest } from '@jest/globals';

// The logger writes through this process's console, where a test can listen.
Object.assign(process.env, { POWERTOOLS_DEV: 'true', POWERTOOLS_LOG_LEVEL: 'ERROR' });

export interface LoggedError {
  readonly message: string;
  readonly error: { readonly name: string; readonly message: string };
  readonly [detail: string]: unknown;
}

/** Runs something, and gives its result and what was logged meanwhile. */
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

import { retry } from '../../lambdas/core/retry.ts';

class Passing extends Error {}
const isRetryable = (error: unknown): boolean => error instanceof Passing;

/** Creates a function that fails the given number of times, and records the delays between attempts. */
function failing(times: number, error: Error = new Passing('busy')) {
  const waits: number[] = [];
  let calls = 0;
  return {
    waits,
    pause: (milliseconds: number) => Promise.resolve(void waits.push(milliseconds)),
    call: () => {
      calls += 1;
      return calls > times ? Promise.resolve(calls) : Promise.reject(error);
    },
  };
}

it('doubles the wait after each transient failure and returns the first result', async () => {
  const { call, pause, waits } = failing(3);
  const random = () => 1;
  expect(await retry(call, { attempts: 4, firstWaitMs: 50, isRetryable, pause, random })).toBe(4);
  expect(waits).toEqual([50, 100, 200]);
});

it('shortens each wait by up to half at random and caps it', async () => {
  const { call, pause, waits } = failing(4);
  const random = () => 0;
  await retry(call, { attempts: 5, firstWaitMs: 20, longestWaitMs: 100, isRetryable, pause, random });
  expect(waits).toEqual([10, 20, 40, 50]);
});

it('throws the last failure after the last attempt, without another wait', async () => {
  const { call, pause, waits } = failing(9);
  await expect(retry(call, { attempts: 2, firstWaitMs: 50, isRetryable, pause })).rejects.toThrow(Passing);
  expect(waits).toHaveLength(1);
});

it('throws permanent failures immediately', async () => {
  const { call, pause, waits } = failing(1, new RangeError('wrong'));
  await expect(retry(call, { attempts: 5, firstWaitMs: 50, isRetryable, pause })).rejects.toThrow(RangeError);
  expect(waits).toEqual([]);
});

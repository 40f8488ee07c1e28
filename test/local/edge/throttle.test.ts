/** Tests throttling, which runs work less often than it's requested. */
import { jest } from '@jest/globals';
import { throttle } from '../../../local/edge/throttle.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('runs immediately and runs again after the interval if it was called in the meantime', () => {
  const act = jest.fn();
  const ask = throttle(4, act);
  ask();
  expect(act).toHaveBeenCalledTimes(1);
  ask();
  ask();
  expect(act).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(4);
  expect(act).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(100);
  expect(act).toHaveBeenCalledTimes(2);
  ask();
  expect(act).toHaveBeenCalledTimes(3);
});

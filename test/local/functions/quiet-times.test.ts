/** When a runner gives memory back. */
import { jest } from '@jest/globals';
import { QuietTimes } from '../../../local/functions/spare-memory.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('gives memory back once after something has run, and not while it runs', async () => {
  const onQuiet = jest.fn();
  const memory = jest.spyOn(process.memoryUsage, 'rss').mockReturnValue(100_000_000);
  const quietTimes = new QuietTimes(onQuiet);
  jest.advanceTimersByTime(60_000);
  expect(onQuiet).not.toHaveBeenCalled();
  for (let second = 0; second < 20; second += 1) {
    quietTimes.disturb();
    jest.advanceTimersByTime(1000);
  }
  expect(onQuiet).not.toHaveBeenCalled();
  jest.advanceTimersByTime(60_000);
  expect(onQuiet.mock.calls).toEqual([['quiet']]);
  memory.mockRestore();
  await quietTimes.stop();
});

it('gives memory back five seconds after a start, and later when nothing has run for half a minute', async () => {
  const onQuiet = jest.fn();
  const memory = jest.spyOn(process.memoryUsage, 'rss').mockReturnValue(100_000_000);
  const quietTimes = new QuietTimes(onQuiet);
  quietTimes.disturb();
  jest.advanceTimersByTime(5000);
  expect(onQuiet).toHaveBeenCalledTimes(1);
  quietTimes.disturb();
  jest.advanceTimersByTime(25_000);
  expect(onQuiet).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(5000);
  expect(onQuiet).toHaveBeenCalledTimes(2);
  memory.mockRestore();
  await quietTimes.stop();
});

it('gives memory back every five seconds while a lot is in use', async () => {
  const onQuiet = jest.fn();
  const memory = jest.spyOn(process.memoryUsage, 'rss').mockReturnValue(500_000_000);
  const quietTimes = new QuietTimes(onQuiet);
  for (let second = 0; second < 20; second += 1) {
    quietTimes.disturb();
    jest.advanceTimersByTime(1000);
  }
  expect(onQuiet.mock.calls).toEqual([['busy'], ['busy'], ['busy'], ['busy']]);
  memory.mockRestore();
  await quietTimes.stop();
});

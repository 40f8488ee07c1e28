/** Tests when the runner releases memory. */
import { jest } from '@jest/globals';
import { QuietTimes } from '../../../local/functions/spare-memory.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('releases memory once after activity, and not during it', async () => {
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

it('releases memory five seconds after startup, and later after half a minute of inactivity', async () => {
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

it('releases memory every five seconds while usage is high', async () => {
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

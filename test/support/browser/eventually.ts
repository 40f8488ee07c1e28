/** Waits for a value that the page or another process changes asynchronously. */
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MILLISECONDS = 100;
const AT_MOST_MILLISECONDS = 15_000;

/**
 * Reads a value repeatedly until it is as expected, and returns it. On timeout, returns the last value, so
 * that the test can report it.
 */
export async function eventually<T>(
  read: () => Promise<T>,
  isGood: (value: T) => boolean,
  atMostMilliseconds = AT_MOST_MILLISECONDS,
): Promise<T> {
  const end = Date.now() + atMostMilliseconds;
  for (;;) {
    const value = await read();
    if (isGood(value) || Date.now() > end) return value;
    await delay(EVERY_MILLISECONDS);
  }
}

/** Waits for a value that another process or the page changes. */
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MILLISECONDS = 100;
const AT_MOST_MILLISECONDS = 15_000;

/**
 * Reads a value until it is good and returns it. If that takes too long, returns the last value, so that the
 * test can show it.
 */
export async function eventually<T>(read: () => Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  const end = Date.now() + AT_MOST_MILLISECONDS;
  for (;;) {
    const value = await read();
    if (isGood(value) || Date.now() > end) return value;
    await delay(EVERY_MILLISECONDS);
  }
}

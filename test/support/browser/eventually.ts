/** Waits for a value that another process or the page changes. */
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MILLISECONDS = 100;
const AT_MOST_MILLISECONDS = 15_000;

/** Returns the value as soon as it is good, or else the last one, so that the test can show it. */
export async function eventually<T>(read: () => Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  const end = Date.now() + AT_MOST_MILLISECONDS;
  for (;;) {
    const value = await read();
    if (isGood(value) || Date.now() > end) return value;
    await delay(EVERY_MILLISECONDS);
  }
}

/** Waits for a value that another process or the page comes to by itself. */
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MILLISECONDS = 100;
const AT_MOST_MILLISECONDS = 15_000;

/** The value once it is good; the last one when it never is, for the test to show what it was. */
export async function eventually<T>(read: () => Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  const end = Date.now() + AT_MOST_MILLISECONDS;
  for (;;) {
    const value = await read();
    if (isGood(value) || Date.now() > end) return value;
    await delay(EVERY_MILLISECONDS);
  }
}

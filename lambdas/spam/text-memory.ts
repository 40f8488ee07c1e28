/**
 * Remembers texts posted to forms that don't move submissions to spam, in a function's memory. Their score
 * has no effect, so it isn't worth a write to a table (docs/specification.md, "Spam score").
 */
import { ExpiringCache } from '../core/expiring-cache.ts';
import { REPEATED_WITHIN, type SeenText } from './repeated-text.ts';

const MAX_TEXTS = 10_000;

export class TextMemory {
  /** The last two times when each text was posted, latest first. */
  readonly #times = new ExpiringCache<readonly number[]>(MAX_TEXTS);

  /**
   * Records the text and returns whether it was posted three times within an hour, including this time, as
   * far as this function has seen.
   */
  isRepeated({ counter, now }: SeenText): boolean {
    const before = this.#times.get(counter, now) ?? [];
    this.#times.set(counter, [now, ...before].slice(0, 2), now + REPEATED_WITHIN);
    const thirdLast = before[1];
    return thirdLast !== undefined && now - thirdLast < REPEATED_WITHIN;
  }
}

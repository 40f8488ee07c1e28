/**
 * Uses the function's memory to detect repeated text for forms that don't move submissions to spam. These
 * forms only record spam scores, so a table write would cost too much (docs/specification.md, "Spam score").
 */
import { ExpiringCache } from '../core/expiring-cache.ts';
import { REPEATED_WITHIN, type SeenText } from './repeated-text.ts';

const MAX_TEXTS = 10_000;

export class TextMemory {
  /** The last two times at which each text was submitted, latest first. */
  readonly #times = new ExpiringCache<readonly number[]>(MAX_TEXTS);

  /**
   * Records that the text was submitted and returns true if this function has seen it three times within an
   * hour, including this time.
   */
  isRepeated({ counter, now }: SeenText): boolean {
    const before = this.#times.get(counter, now) ?? [];
    this.#times.set(counter, [now, ...before].slice(0, 2), now + REPEATED_WITHIN);
    const thirdLast = before[1];
    return thirdLast !== undefined && now - thirdLast < REPEATED_WITHIN;
  }
}

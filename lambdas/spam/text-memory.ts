/**
 * The texts of posts to forms that file nothing, in a function's memory: their score decides nothing, so it is worth no
 * write to a table (docs/specification.md, "Spam score").
 */
import { ShortMemory } from '../core/short-memory.ts';
import { REPEATED_WITHIN, type SeenText } from './repeated-text.ts';

const MOST_TEXTS = 10_000;

export class TextMemory {
  /** When each text came the last two times, the last one first. */
  readonly #times = new ShortMemory<readonly number[]>(MOST_TEXTS);

  /** Notes that the text came; whether it came three times within an hour, this time included, as far as this function saw. */
  isRepeated({ counter, now }: SeenText): boolean {
    const before = this.#times.get(counter, now) ?? [];
    this.#times.set(counter, [now, ...before].slice(0, 2), now + REPEATED_WITHIN);
    const thirdLast = before[1];
    return thirdLast !== undefined && now - thirdLast < REPEATED_WITHIN;
  }
}

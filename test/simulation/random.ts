/** Generates random numbers from a seed with the mulberry32 algorithm, so that every run is reproducible. */

/**
 * Look these functions up only once, because Jest runs tests in a separate context, where global lookups are
 * slow.
 */
const { floor, imul } = Math;

/** A random number generator that always returns the same sequence for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = imul(t ^ (t >>> 15), t | 1);
    t ^= t + imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns true with the given probability, from 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns an integer between `least` and `most`, both inclusive. */
  between(least: number, most: number): number {
    return least + floor(this.next() * (most - least + 1));
  }

  /** Returns a random element. All elements are equally likely. */
  pick<Of>(from: readonly Of[]): Of {
    const found = from[this.between(0, from.length - 1)];
    if (found === undefined) throw new RangeError('The list is empty');
    return found;
  }

  /** Returns the given number of random bytes. */
  readonly bytes = (count: number): Uint8Array => {
    const bytes = new Uint8Array(count);
    for (let index = 0; index < count; index += 1) bytes[index] = this.between(0, 255);
    return bytes;
  };
}

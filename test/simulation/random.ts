/** Generates random numbers from a seed (mulberry32), so that every run can be repeated. */

/** Taken once: jest runs tests in a context of their own, in which looking up a global is slow. */
const { floor, imul } = Math;

/** Random numbers that follow from a seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number of at least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = imul(t ^ (t >>> 15), t | 1);
    t ^= t + imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns true with this probability, from 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns an integer from `least` to `most`, both inclusive. */
  between(least: number, most: number): number {
    return least + floor(this.next() * (most - least + 1));
  }

  /** Returns one of them, all equally likely. */
  pick<Of>(from: readonly Of[]): Of {
    const found = from[this.between(0, from.length - 1)];
    if (found === undefined) throw new RangeError('Nothing to pick from');
    return found;
  }

  /** Returns this many bytes. */
  readonly bytes = (count: number): Uint8Array => {
    const bytes = new Uint8Array(count);
    for (let index = 0; index < count; index += 1) bytes[index] = this.between(0, 255);
    return bytes;
  };
}

/** Random numbers from a seed (mulberry32), so that every run can be repeated. */

/** Taken once: jest runs tests in a context of their own, in which looking up a global is slow. */
const { floor, imul } = Math;

/** The numbers that follow from a seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = imul(t ^ (t >>> 15), t | 1);
    t ^= t + imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + floor(this.next() * (most - least + 1));
  }

  /** One of them, each as likely. */
  pick<Of>(from: readonly Of[]): Of {
    const found = from[this.between(0, from.length - 1)];
    if (found === undefined) throw new RangeError('Nothing to pick from');
    return found;
  }

  /** So many bytes. */
  readonly bytes = (count: number): Uint8Array => {
    const bytes = new Uint8Array(count);
    for (let index = 0; index < count; index += 1) bytes[index] = this.between(0, 255);
    return bytes;
  };
}

/** What a post has reserved before its body is read: it is given back unless the post is stored. */

/** One unit of a limit that is counted, and how to take it back. */
type GiveBack = () => Promise<void>;

/** The units that a post holds. */
export class Reservation {
  #units: readonly GiveBack[];
  #givenBack: Promise<unknown> = Promise.resolve();

  constructor(units: readonly GiveBack[] = []) {
    this.#units = units;
  }

  /** Holds one more unit. */
  add(unit: GiveBack): void {
    this.#units = [...this.#units, unit];
  }

  /** The units are used: nothing is given back any more. */
  keep(): void {
    this.#units = [];
  }

  /**
   * Gives back all units, once. One that cannot be given back stays taken: too much is counted then, and never too little
   * (docs/invariants.md, 4). Whoever asks a second time waits for the first: the function may be frozen after that.
   */
  async giveBack(): Promise<void> {
    const units = this.#units;
    this.#units = [];
    this.#givenBack = Promise.allSettled([this.#givenBack, ...units.map((unit) => unit())]);
    await this.#givenBack;
  }
}

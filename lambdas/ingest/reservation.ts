/** Tracks what a post has reserved before its body is read. It is given back unless the post is stored. */

/** Takes back one unit of a counted limit. */
type GiveBack = () => Promise<void>;

/** The units reserved for a post. */
export class Reservation {
  #units: readonly GiveBack[];
  #givenBack: Promise<unknown> = Promise.resolve();

  constructor(units: readonly GiveBack[] = []) {
    this.#units = units;
  }

  /** Adds one more unit. */
  add(unit: GiveBack): void {
    this.#units = [...this.#units, unit];
  }

  /** Marks the units as used, so that nothing is given back. */
  keep(): void {
    this.#units = [];
  }

  /**
   * Gives back all units, once. If that fails, the unit stays used: the count may be too high but never too
   * low (docs/invariants.md, 4). A second call waits for the first, because the function may be frozen
   * afterwards.
   */
  async giveBack(): Promise<void> {
    const units = this.#units;
    this.#units = [];
    this.#givenBack = Promise.allSettled([this.#givenBack, ...units.map((unit) => unit())]);
    await this.#givenBack;
  }
}

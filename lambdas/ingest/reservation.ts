/**
 * Tracks the units reserved for a post before its body is read. Unless the post is stored, they are returned.
 */

/** Returns one unit to a limit. */
type GiveBack = () => Promise<void>;

/** Units reserved for a post. */
export class Reservation {
  #units: readonly GiveBack[];
  #givenBack: Promise<unknown> = Promise.resolve();

  constructor(units: readonly GiveBack[] = []) {
    this.#units = units;
  }

  add(unit: GiveBack): void {
    this.#units = [...this.#units, unit];
  }

  /** Marks the units as used, so that none is returned. */
  keep(): void {
    this.#units = [];
  }

  /**
   * Returns all units, once. If this fails, they stay used: the count may be too high but never too low
   * (docs/invariants.md, 4). A second call waits for the first, because Lambda may freeze the function
   * afterwards.
   */
  async release(): Promise<void> {
    const units = this.#units;
    this.#units = [];
    this.#givenBack = Promise.allSettled([this.#givenBack, ...units.map((unit) => unit())]);
    await this.#givenBack;
  }
}

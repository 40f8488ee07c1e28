/**
 * Tracks the units reserved for a post before its body is read. Unless the post is stored, they are returned.
 */

/** Returns one unit to a limit. */
type Release = () => Promise<void>;

/** Units reserved for a post. */
export class Reservation {
  #units: readonly Release[];
  #released: Promise<unknown> = Promise.resolve();

  constructor(units: readonly Release[] = []) {
    this.#units = units;
  }

  add(unit: Release): void {
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
    this.#released = Promise.allSettled([this.#released, ...units.map((unit) => unit())]);
    await this.#released;
  }
}

/**
 * Tracks the units of quota and rate limits that are reserved for a request before its body is read. The
 * units are released unless a submission is stored.
 */

/** Releases a reserved unit of a limit. */
type Release = () => Promise<void>;

/** Units of limits that are reserved for a request. */
export class Reservation {
  #units: readonly Release[];
  #released: Promise<unknown> = Promise.resolve();

  constructor(units: readonly Release[] = []) {
    this.#units = units;
  }

  add(unit: Release): void {
    this.#units = [...this.#units, unit];
  }

  /** Marks the reserved units as used so that they aren't released. */
  keep(): void {
    this.#units = [];
  }

  /**
   * Releases all reserved units. Has no effect if they have already been released or used. If releasing
   * fails, the units stay reserved. The count might then be too high, but never too low (docs/invariants.md,
   * 4). A second call waits for the first because Lambda may freeze the function afterwards.
   */
  async release(): Promise<void> {
    const units = this.#units;
    this.#units = [];
    this.#released = Promise.allSettled([this.#released, ...units.map((unit) => unit())]);
    await this.#released;
  }
}

/** Caches values in a function's memory for a short time. */

/** A cache with expiring entries. When it is full, the oldest entries are removed. */
export class ExpiringCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();
  readonly #most: number;

  /**
   * Creates an empty cache.
   * @param most maximum number of entries
   */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the value stored under the name, or undefined if there is none or it has expired at `now`. */
  get(name: string, now: number): Value | undefined {
    const entry = this.#entries.get(name);
    return entry && entry.until > now ? entry.value : undefined;
  }

  /**
   * Stores a value.
   * @param until expiry time, in milliseconds since the epoch
   */
  set(name: string, value: Value, until: number): void {
    this.#entries.delete(name);
    this.#entries.set(name, { value, until });
    if (this.#entries.size <= this.#most) return;
    const [oldest = name] = this.#entries.keys();
    this.#entries.delete(oldest);
  }
}

/** What a function keeps in its memory for a while. */

/** Values that are forgotten at their time, and the oldest of them earlier when there are too many. */
export class ShortMemory<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();
  readonly #most: number;

  /** @param most entries at the same time */
  constructor(most: number) {
    this.#most = most;
  }

  /** What was set under the name, if its time has not come at `now`. */
  get(name: string, now: number): Value | undefined {
    const entry = this.#entries.get(name);
    return entry && entry.until > now ? entry.value : undefined;
  }

  /** @param until milliseconds since the epoch */
  set(name: string, value: Value, until: number): void {
    this.#entries.delete(name);
    this.#entries.set(name, { value, until });
    if (this.#entries.size <= this.#most) return;
    const [oldest = name] = this.#entries.keys();
    this.#entries.delete(oldest);
  }
}

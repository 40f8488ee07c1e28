/** How many invocations may run at once, in the account and in each function with a number of its own. */

/** Counts invocations as Lambda does (docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html). */
export class Concurrency {
  readonly #most: number;
  readonly #reserved: ReadonlyMap<string, number>;
  readonly #running = new Map<string, number>();
  /** Those of functions without a number of their own. */
  #unreserved = 0;

  /**
   * @param most in the whole account
   * @param reserved of that, what functions have for themselves, by their names: no more and no less
   */
  constructor(most: number, reserved: ReadonlyMap<string, number> = new Map()) {
    this.#reserved = reserved;
    this.#most = most - [...reserved.values()].reduce((sum, each) => sum + each, 0);
  }

  /** Begins an invocation; undefined when it is throttled. What is returned ends it. */
  begin(name: string): (() => void) | undefined {
    const own = this.#reserved.get(name);
    const running = this.#running.get(name) ?? 0;
    if (own === undefined ? this.#unreserved >= this.#most : running >= own) return undefined;
    this.#running.set(name, running + 1);
    if (own === undefined) this.#unreserved += 1;
    return () => {
      this.#running.set(name, (this.#running.get(name) ?? 1) - 1);
      if (own === undefined) this.#unreserved -= 1;
    };
  }
}

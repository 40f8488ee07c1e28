/** Limits concurrent invocations for the whole account and for functions with reserved concurrency. */

/**
 * Limits concurrent invocations as Lambda does
 * (docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html).
 */
export class Concurrency {
  readonly #most: number;
  readonly #reserved: ReadonlyMap<string, number>;
  readonly #running = new Map<string, number>();
  /** Number of running invocations of functions without reserved concurrency. */
  #unreserved = 0;

  /**
   * @param most limit for the whole account
   * @param reserved reserved concurrency of each function, by name. A function can't exceed its reserved
   * concurrency.
   */
  constructor(most: number, reserved: ReadonlyMap<string, number> = new Map()) {
    this.#reserved = reserved;
    this.#most = most - [...reserved.values()].reduce((sum, each) => sum + each, 0);
  }

  /**
   * Starts an invocation. Returns a function to call when the invocation ends, or undefined if the invocation
   * is throttled.
   */
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

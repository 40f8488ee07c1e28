/**
 * Limits how many invocations run at the same time, in the account and in each function with reserved
 * concurrency.
 */

/** Counts invocations as Lambda does (docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html). */
export class Concurrency {
  readonly #most: number;
  readonly #reserved: ReadonlyMap<string, number>;
  readonly #running = new Map<string, number>();
  /** Number of running invocations of functions without reserved concurrency. */
  #unreserved = 0;

  /**
   * @param most limit of the whole account
   * @param reserved the part of it that is reserved for functions, by name; these can use no more and no less
   */
  constructor(most: number, reserved: ReadonlyMap<string, number> = new Map()) {
    this.#reserved = reserved;
    this.#most = most - [...reserved.values()].reduce((sum, each) => sum + each, 0);
  }

  /** Starts an invocation; undefined if it is throttled. Call the result to end the invocation. */
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

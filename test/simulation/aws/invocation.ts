/** Simulates a Lambda function's invocations. Each call takes time, and can fail or crash the function. */
import { CallFailed, type FaultPlan } from '../faults.ts';
import type { Random } from '../random.ts';
import { NOTHING_SETTLED, type Timeline } from '../timeline.ts';

export type InvocationResult<Result> =
  { ok: true; result: Result } | { ok: false; died: boolean; error?: unknown };

/**
 * Returns a new promise each time. A shared promise would keep every world in memory through the code that
 * awaits it.
 */
const never = (): Promise<never> => new Promise(() => undefined);

/** A function invocation, from its start until it ends or crashes. */
export class Invocation {
  /** After a crash, promises that the invocation awaits never settle, so its code can't catch the crash. */
  isDead = false;
  /** True if the invocation crashed before it ended. */
  hasDied = false;
  /** Name of the function or operation. */
  readonly kind: string;
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #plan: FaultPlan;
  readonly #die: () => unknown;
  readonly #died: Promise<InvocationResult<never>>;

  constructor(kind: string, deps: { timeline: Timeline; random: Random; plan: FaultPlan }) {
    this.kind = kind;
    this.#timeline = deps.timeline;
    this.#random = deps.random;
    this.#plan = deps.plan;
    let resolve: (ending: InvocationResult<never>) => void = () => undefined;
    this.#died = new Promise((settle) => (resolve = settle));
    this.#die = () => {
      if (this.isDead) return NOTHING_SETTLED;
      this.isDead = true;
      this.hasDied = true;
      resolve({ ok: false, died: true });
    };
  }

  /** Runs a function until it ends, crashes or times out. */
  async run<Result>(timeoutMs: number, act: () => Promise<Result>): Promise<InvocationResult<Result>> {
    this.#timeline.after(timeoutMs, this.#die);
    const acting = act().then(
      (result): InvocationResult<Result> => ({ ok: true, result }),
      (error: unknown): InvocationResult<Result> => ({ ok: false, died: false, error }),
    );
    const ending = await Promise.race([acting, this.#died]);
    this.isDead = true;
    return ending;
  }

  /**
   * Calls a store, queue or other service. `effect` runs at one point in time between the call and its
   * response.
   */
  call<Result>(name: string, effect: () => Result): Promise<Result> {
    if (this.isDead) return never();
    const fault = this.#plan(name, this.#timeline.now);
    return new Promise((resolve, reject) => {
      const respond = (settle: () => void): unknown => {
        this.#timeline.after(this.#random.between(1, 20), () => {
          if (this.isDead) return NOTHING_SETTLED;
          settle();
        });
        return NOTHING_SETTLED;
      };
      this.#timeline.after(this.#random.between(1, 20), () => {
        if (this.isDead) return NOTHING_SETTLED;
        if (fault === 'crash-before') return this.#die();
        if (fault === 'throttled') return respond(() => reject(new CallFailed(`${name}: throttled`)));
        let result = effect();
        if (fault === 'crash-after') return this.#die();
        if (fault === 'lost-response') return respond(() => reject(new CallFailed(`${name}: no response`)));
        if (fault === 'repeated') result = effect();
        return respond(() => resolve(result));
      });
    });
  }

  /**
   * Sends a request to an endpoint. The invocation can crash before the request or at any time before the
   * response.
   */
  request<Result>(name: string, begin: () => { takesMs: number; result: Result }): Promise<Result> {
    if (this.isDead) return never();
    const fault = this.#plan(name, this.#timeline.now);
    if (fault === 'crash-before') {
      this.#die();
      return never();
    }
    const { takesMs, result } = begin();
    return new Promise((resolve) => {
      if (fault === 'crash-after') this.#timeline.after(this.#random.between(0, takesMs), this.#die);
      this.#timeline.after(takesMs, () => {
        if (this.isDead) return NOTHING_SETTLED;
        resolve(result);
      });
    });
  }
}

/** Timers for times in the past. */

let isDone = false;

/**
 * aws-local-stepfunctions waits for a time by the remaining milliseconds. If the time has passed, these are
 * negative, which Node treats as zero with a warning. This makes them zero.
 */
export function fireForPassedMoments(): void {
  if (isDone) return;
  isDone = true;
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
    apply: (timer, self, [act, milliseconds, ...rest]: unknown[]) =>
      Reflect.apply(timer, self, [
        act,
        typeof milliseconds === 'number' ? Math.max(milliseconds, 0) : milliseconds,
        ...rest,
      ]) as unknown,
  });
}

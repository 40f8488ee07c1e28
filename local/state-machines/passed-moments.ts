/** Prevents Node's warnings about negative timer durations. */

let isDone = false;

/**
 * Replaces negative timer durations with zero. To wait until a given time, aws-local-stepfunctions calculates
 * the remaining milliseconds, which are negative if the time has passed. Node treats them as zero but prints
 * a warning.
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

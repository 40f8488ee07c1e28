/** Prevents Node's warnings about timers for times in the past. */

let isDone = false;

/**
 * Changes negative timer durations to zero. To wait until a given time, aws-local-stepfunctions uses the
 * remaining milliseconds. If the time has passed, this number is negative, and Node treats it as zero but
 * prints a warning.
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

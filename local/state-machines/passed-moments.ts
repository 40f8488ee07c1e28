/** Timers for a moment that has passed. */

let isDone = false;

/**
 * aws-local-stepfunctions waits until a moment by the time that is left; when the moment has passed that is less than
 * none, which Node takes as none and warns of. From now on it is none.
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

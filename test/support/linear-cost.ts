/** Measures how CPU time grows with the size of the input (docs/invariants.md, 9). */
import { cpuMsOf } from './cpu-time.ts';

/** Maximum cost ratio between an input eight times as large and the original input. */
const MAX_GROWTH = 10;
/**
 * Minimum CPU time in milliseconds. Below this value, other work in the process dominates the measurement.
 */
const FLOOR = 30;

/**
 * Runs the function up to five times and returns the lowest CPU time, in milliseconds.
 * @param enough stops when a run takes at most this long, because lower values don't change the result
 */
async function cost(run: () => unknown, enough: number): Promise<number> {
  let least = Infinity;
  const end = performance.now() + 1000;
  for (let i = 0; i < 5 && least > enough && performance.now() < end; i += 1) {
    const ms = await cpuMsOf(() => Promise.resolve(run()).catch(() => undefined));
    least = Math.min(least, ms);
  }
  return least;
}

/**
 * Fails the test if eight times the input takes much more than eight times the CPU time.
 * @param runOf returns the function to measure, for input of the given multiple of the base size
 */
export async function expectLinear(runOf: (factor: 1 | 8) => () => unknown): Promise<void> {
  const [small, large] = [runOf(1), runOf(8)];
  let one: number, eight: number, limit: number;
  // Measure again on failure. On a busy machine, a single measurement can be wrong, but nonlinear code is
  // slow every time.
  let left = 4;
  do {
    one = await cost(small, FLOOR);
    limit = MAX_GROWTH * Math.max(one, FLOOR);
    eight = await cost(large, limit);
    left -= 1;
  } while (left > 0 && eight > limit);
  expect({ one, eight, isLinear: eight <= limit }).toEqual({ one, eight, isLinear: true });
}

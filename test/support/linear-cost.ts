/** Measures how the cost of work grows with its input (docs/invariants.md, 9). */
import { cpuMsOf } from './cpu-time.ts';

/** Maximum cost of eight times the input, as a multiple of the input's own cost. */
const MAX_GROWTH = 10;
/** Milliseconds below which the process's other work dominates the measurement. */
const FLOOR = 30;

/** Returns the CPU milliseconds of the cheapest of several runs. */
async function cost(run: () => unknown): Promise<number> {
  let least = Infinity;
  const end = performance.now() + 1000;
  for (let i = 0; i < 5 && performance.now() < end; i += 1) {
    const ms = await cpuMsOf(() => Promise.resolve(run()).catch(() => undefined));
    least = Math.min(least, ms);
    if (least < FLOOR) break;
  }
  return least;
}

/**
 * Expects that eight times the input costs about eight times as much CPU.
 * @param runOf returns the work for an input, or for one eight times as long
 */
export async function expectLinear(runOf: (factor: 1 | 8) => () => unknown): Promise<void> {
  const [small, large] = [runOf(1), runOf(8)];
  let [one, eight] = [await cost(small), await cost(large)];
  // A single measurement may be off on a busy machine; nonlinear work is slow every time.
  for (let i = 0; i < 3 && eight > MAX_GROWTH * Math.max(one, FLOOR); i += 1)
    [one, eight] = [await cost(small), await cost(large)];
  expect({ one, eight, isLinear: eight <= MAX_GROWTH * Math.max(one, FLOOR) }).toEqual({
    one,
    eight,
    isLinear: true,
  });
}

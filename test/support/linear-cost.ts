/** What work costs as its input grows (docs/invariants.md, 9). */
import { cpuMsOf } from './cpu-time.ts';

/** What eight times the input may cost, in times of the input's own cost. */
const MOST_GROWTH = 10;
/** Milliseconds below which other work of the process is most of what is measured. */
const FLOOR = 30;

/** Milliseconds of CPU of the cheapest of several runs. */
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
 * Holds that eight times the input costs about eight times as much CPU.
 * @param runOf gives the work on an input, or on one that is eight times as long
 */
export async function expectLinear(runOf: (factor: 1 | 8) => () => unknown): Promise<void> {
  const [small, large] = [runOf(1), runOf(8)];
  let [one, eight] = [await cost(small), await cost(large)];
  // On a busy machine a measurement may be off; what is not linear is so every time.
  for (let i = 0; i < 3 && eight > MOST_GROWTH * Math.max(one, FLOOR); i += 1)
    [one, eight] = [await cost(small), await cost(large)];
  expect({ one, eight, isLinear: eight <= MOST_GROWTH * Math.max(one, FLOOR) }).toEqual({
    one,
    eight,
    isLinear: true,
  });
}

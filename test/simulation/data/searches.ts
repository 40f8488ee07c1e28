/** Runs the simulated worlds that `data.test.ts` checks. */
import type { Fault } from '../faults.ts';
import { brokenWorlds, firstBroken, type Broken } from '../processes/loops.ts';
import type { ErasureRemedy } from './remedies.ts';
import { erasureViolations, playErasure, playOneErasureFault } from './scenario.ts';

/**
 * Runs all seeds up to `to`.
 * @returns the broken worlds, how many requests ended with each status, and how many people had already sent
 *   a request before
 */
export async function searchSeeds(
  to: number,
): Promise<{ broken: Broken[]; finished: number; cancelled: number; repeated: number }> {
  const counts = { finished: 0, cancelled: 0, repeated: 0 };
  const broken = await brokenWorlds(1, to, async (seed) => {
    const played = await playErasure(seed);
    for (const { status, received_before } of played.world.requests.rows.values()) {
      if (status === 'finished' || status === 'cancelled') counts[status] += 1;
      counts.repeated += Number(received_before !== undefined);
    }
    return erasureViolations(played);
  });
  return { broken, ...counts };
}

/** Runs seeds up to `to` without a remedy until one violates a rule. */
export const searchWithout = (remedy: ErasureRemedy, to: number): Promise<{ seed?: number }> =>
  firstBroken(to, async (seed) => erasureViolations(await playErasure(seed, remedy)));

/**
 * Runs a world for each call that can fail.
 * @returns the broken worlds, and the number of calls and removals in the world without a fault
 */
export async function searchCalls(
  fault: Fault,
): Promise<{ broken: Broken[]; calls: number; removals: number }> {
  const { calls, world } = await playOneErasureFault(Infinity, fault);
  const broken = await brokenWorlds(0, calls - 1, async (call) =>
    erasureViolations(await playOneErasureFault(call, fault)),
  );
  return { broken, calls, removals: world.removals.length };
}

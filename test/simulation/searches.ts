/** Runs the simulated worlds that `simulation.test.ts` checks. */
import type { Fault } from './faults.ts';
import { violations } from './invariants.ts';
import { brokenWorlds, firstBroken, type Broken } from './processes/loops.ts';
import type { Behaviour } from './receiver.ts';
import type { Remedy } from './remedies.ts';
import { play, playOneFault } from './scenario.ts';

/** Runs all seeds up to `to`. */
export const searchSeeds = (to: number): Promise<Broken[]> =>
  brokenWorlds(1, to, async (seed) => violations(await play(seed)));

/** Runs seeds up to `to` without a remedy until one violates a rule. */
export const searchWithout = (remedy: Remedy, to: number): Promise<{ seed?: number }> =>
  firstBroken(to, async (seed) => violations(await play(seed, remedy)));

/** Runs a world for each call that can fail. Also returns all statuses that its deliveries ended with. */
export async function searchCalls(
  behaviour: Behaviour,
  fault: Fault,
): Promise<{ broken: Broken[]; statuses: string[] }> {
  const undisturbed = await playOneFault(behaviour, Infinity, fault);
  const statuses = new Set<string>();
  const broken = await brokenWorlds(0, undisturbed.world.journal.calls - 1, async (call) => {
    const played = await playOneFault(behaviour, call, fault);
    statuses.add(Array.from(played.world.deliveries.rows.values(), ({ status }) => status).join());
    return violations(played);
  });
  return { broken, statuses: [...statuses] };
}

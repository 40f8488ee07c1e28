/** Runs the simulated worlds that `healing.test.ts` checks. */
import type { Fault } from '../faults.ts';
import { brokenWorlds, firstBroken, type Broken } from '../processes/loops.ts';
import { playAutoRecover, playDisturbedAutoRecover, playOneAutoRecoverFault } from './auto-recover.ts';
import { healingViolations } from './invariants.ts';
import type { HealingRemedy } from './remedies.ts';
import { playHealing, playOneHealingFault } from './scenario.ts';

/** Runs all seeds up to `to`, with recoveries that the owner requests. */
export const searchSeeds = (to: number): Promise<Broken[]> =>
  brokenWorlds(1, to, async (seed) => healingViolations(await playHealing(seed)));

/** Runs all seeds up to `to`, with automatic recoveries. Also returns how many there were. */
export async function searchAutomatic(to: number): Promise<{ broken: Broken[]; recoveries: number }> {
  let recoveries = 0;
  const broken = await brokenWorlds(1, to, async (seed) => {
    const played = await playAutoRecover(seed);
    recoveries += played.world.recoveries.rows.size;
    return healingViolations(played);
  });
  return { broken, recoveries };
}

/** Runs all seeds up to `to`, with disturbed automatic recoveries. Also returns how many probes were sent. */
export async function searchDisturbed(
  to: number,
): Promise<{ broken: Broken[]; probes: number; recoveries: number }> {
  let probes = 0;
  let recoveries = 0;
  const broken = await brokenWorlds(1, to, async (seed) => {
    const played = await playDisturbedAutoRecover(seed);
    const { journal, recoveries: all } = played.world;
    probes += journal.posts.filter(({ isProbe }) => isProbe).length;
    recoveries += [...all.rows.values()].filter(({ actor }) => actor?.type === 'service').length;
    return healingViolations(played);
  });
  return { broken, probes, recoveries };
}

/** Remedies for webhooks with `auto_recover`. */
const automatic: readonly HealingRemedy[] = ['due-recovery', 'due-sweep', 'probe-claim'];

/** Runs seeds up to `to` without a remedy until one violates a rule. */
export function searchWithout(remedy: HealingRemedy, to: number): Promise<{ seed?: number }> {
  const play = automatic.includes(remedy) ? playAutoRecover : playHealing;
  return firstBroken(to, async (seed) => healingViolations(await play(seed, remedy)));
}

/**
 * Runs a world for each call that can fail.
 * @returns the broken worlds, and the number of calls and recoveries in the world without a fault
 */
export async function searchCalls(
  kind: 'requested' | 'automatic',
  fault: Fault,
): Promise<{ broken: Broken[]; calls: number; recoveries: number }> {
  const play = kind === 'automatic' ? playOneAutoRecoverFault : playOneHealingFault;
  const { journal, recoveries } = (await play(Infinity, fault)).world;
  const broken = await brokenWorlds(0, journal.calls - 1, async (call) =>
    healingViolations(await play(call, fault)),
  );
  return { broken, calls: journal.calls, recoveries: recoveries.rows.size };
}

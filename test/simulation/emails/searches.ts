/** Runs the simulated worlds that `emails.test.ts` checks. */
import type { Fault } from '../faults.ts';
import { brokenWorlds, firstBroken, type Broken } from '../processes/loops.ts';
import type { EmailRemedy } from './remedies.ts';
import { emailViolations, playEmails, playOneEmailFault } from './scenario.ts';

/** Runs all seeds up to `to`. */
export const searchSeeds = (to: number): Promise<Broken[]> =>
  brokenWorlds(1, to, async (seed) => emailViolations(await playEmails(seed)));

/** Runs seeds up to `to` without a remedy until one violates a rule. */
export const searchWithout = (remedy: EmailRemedy, to: number): Promise<{ seed?: number }> =>
  firstBroken(to, async (seed) => emailViolations(await playEmails(seed, remedy)));

/** Runs a world for each call that can fail. Also returns the number of calls. */
export async function searchCalls(fault: Fault): Promise<{ broken: Broken[]; calls: number }> {
  const { calls } = await playOneEmailFault(Infinity, fault);
  const broken = await brokenWorlds(0, calls - 1, async (call) =>
    emailViolations(await playOneEmailFault(call, fault)),
  );
  return { broken, calls };
}

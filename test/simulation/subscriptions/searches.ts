/** Runs the simulated worlds that `subscriptions.test.ts` checks. */
import type { Fault } from '../faults.ts';
import { brokenWorlds, firstBroken, type Broken } from '../processes/loops.ts';
import { subscriptionViolations } from './invariants.ts';
import type { SubscriptionRemedy } from './remedies.ts';
import { playOneSubscriptionFault, playSubscriptions, type Focus } from './scenario.ts';

/** Runs all seeds up to `to`. Also returns how many events were acknowledged and how many calls were refused. */
export async function searchSeeds(
  to: number,
): Promise<{ broken: Broken[]; events: number; refused: number }> {
  let events = 0;
  let refused = 0;
  const broken = await brokenWorlds(1, to, async (seed) => {
    const played = await playSubscriptions(seed);
    events += played.world.events.filter(({ isAcknowledged }) => isAcknowledged).length;
    const calls = played.world.subscribed.flatMap((of) => of.calls);
    refused += calls.filter(({ answer }) => answer === 'refused').length;
    return subscriptionViolations(played);
  });
  return { broken, events, refused };
}

/** Situations that are rare in random worlds, keyed by the remedy that they test. */
const focusOf: Partial<Record<SubscriptionRemedy, Focus>> = {
  cleanup: 'duel',
  'form-check': 'deletion',
  ledger: 'crowd',
  renewal: 'endings',
  turns: 'crowd',
};

/** Runs seeds up to `to` without a remedy until one violates a rule. */
export const searchWithout = (remedy: SubscriptionRemedy, to: number): Promise<{ seed?: number }> =>
  firstBroken(to, async (seed) =>
    subscriptionViolations(await playSubscriptions(seed, remedy, focusOf[remedy])),
  );

/**
 * Runs a world for each call that can fail.
 * @returns the broken worlds, and the number of calls and events in the world without a fault
 */
export async function searchCalls(
  fault: Fault,
): Promise<{ broken: Broken[]; calls: number; events: number }> {
  const { journal, events } = (await playOneSubscriptionFault(Infinity, fault)).world;
  const broken = await brokenWorlds(0, journal.calls - 1, async (call) =>
    subscriptionViolations(await playOneSubscriptionFault(call, fault)),
  );
  return { broken, calls: journal.calls, events: events.length };
}

/**
 * Simulates agents' subscriptions on a fake clock. Runs the real event methods, fan-out and delivery attempts
 * in worlds where every call can fail. `npm run simulate -- --subscriptions --seed N` prints a seed's log.
 */
import { faults } from '../faults.ts';
import { subscriptionViolations } from './invariants.ts';
import { subscriptionRemedies, type SubscriptionRemedy } from './remedies.ts';
import { playOneSubscriptionFault, playSubscriptions, type Focus } from './scenario.ts';

const SEEDS = 30;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 300;

/** Situations that are rare in random worlds, keyed by the remedy that they test. */
const focusOf: Partial<Record<SubscriptionRemedy, Focus>> = {
  cleanup: 'duel',
  'form-check': 'deletion',
  ledger: 'crowd',
  renewal: 'endings',
  turns: 'crowd',
};

it(`sends no event too late and loses none in ${SEEDS} worlds`, async () => {
  let events = 0;
  let refused = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const played = await playSubscriptions(seed);
    expect({ seed, violations: subscriptionViolations(played) }).toEqual({ seed, violations: [] });
    events += played.world.events.filter(({ isAcknowledged }) => isAcknowledged).length;
    const calls = played.world.subscribed.flatMap((of) => of.calls);
    refused += calls.filter(({ answer }) => answer === 'refused').length;
  }
  expect([events > SEEDS, refused > SEEDS / 4]).toEqual([true, true]);
}, 120_000);

it.each(Object.entries(subscriptionRemedies) as [SubscriptionRemedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    let broken: number | undefined;
    for (let seed = 1; seed <= SEEDS_WITHOUT && broken === undefined; seed += 1)
      if (subscriptionViolations(await playSubscriptions(seed, remedy, focusOf[remedy])).length > 0)
        broken = seed;
    expect(broken).toBeDefined();
  },
  120_000,
);

it.each(faults)(
  'sends every event, and none after the end, even if %s happens on any call',
  async (fault) => {
    const undisturbed = await playOneSubscriptionFault(Infinity, fault);
    const { calls } = undisturbed.world.journal;
    expect(calls).toBeGreaterThan(50);
    expect(undisturbed.world.events).toHaveLength(2);
    for (let call = 0; call < calls; call += 1) {
      const played = await playOneSubscriptionFault(call, fault);
      expect({ call, violations: subscriptionViolations(played) }).toEqual({ call, violations: [] });
    }
  },
  120_000,
);

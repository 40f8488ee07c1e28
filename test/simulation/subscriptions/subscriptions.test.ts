/**
 * Simulates agents' subscriptions on a fake clock. Runs the real event methods, fan-out and delivery attempts
 * in worlds where every call can fail. `npm run simulate -- --subscriptions --seed N` prints a seed's log.
 */
import { join } from 'node:path';
import { faults } from '../faults.ts';
import { inPlainProcess } from '../processes/in-plain-process.ts';
import { subscriptionRemedies, type SubscriptionRemedy } from './remedies.ts';
import type * as Searches from './searches.ts';

const search = inPlainProcess<typeof Searches>(join(import.meta.dirname, 'searches.ts'));

const SEEDS = 30;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 300;

it(`sends no event too late and loses none in ${SEEDS} worlds`, async () => {
  const { broken, events, refused } = await search('searchSeeds', SEEDS);
  expect(broken).toEqual([]);
  expect([events > SEEDS, refused > SEEDS / 4]).toEqual([true, true]);
}, 120_000);

it.each(Object.entries(subscriptionRemedies) as [SubscriptionRemedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    expect(await search('searchWithout', remedy, SEEDS_WITHOUT)).toEqual({ seed: expect.any(Number) });
  },
  120_000,
);

it.each(faults)(
  'sends every event, and none after the end, even if %s happens on any call',
  async (fault) => {
    const { calls, events, broken } = await search('searchCalls', fault);
    expect(calls).toBeGreaterThan(50);
    expect(events).toBe(2);
    expect(broken).toEqual([]);
  },
  120_000,
);

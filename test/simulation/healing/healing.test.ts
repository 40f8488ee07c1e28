/**
 * Simulates outages of endpoints on a fake clock. Runs the real functions in simulated worlds where every
 * call can fail. `npm run simulate -- --healing --seed N` prints a seed's log.
 */
import { join } from 'node:path';
import { faults } from '../faults.ts';
import { inPlainProcess } from '../processes/in-plain-process.ts';
import { healingViolations } from './invariants.ts';
import { healingRemedies, type HealingRemedy } from './remedies.ts';
import { playOutageOfADay } from './scenario.ts';
import type * as Searches from './searches.ts';

const search = inPlainProcess<typeof Searches>(join(import.meta.dirname, 'searches.ts'));

const SEEDS = 60;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 150;

it(`sends everything that was missed, once, after outages in ${SEEDS} worlds`, async () => {
  expect(await search('searchSeeds', SEEDS)).toEqual([]);
}, 180_000);

it(`sends everything that was missed without a request in ${SEEDS} worlds`, async () => {
  const { broken, recoveries } = await search('searchAutomatic', SEEDS);
  expect(broken).toEqual([]);
  expect(recoveries).toBeGreaterThan(SEEDS / 2);
}, 180_000);

it(`sends each submission once in ${SEEDS} worlds with probes, replays, 410s and disabled webhooks`, async () => {
  const { broken, probes, recoveries } = await search('searchDisturbed', SEEDS);
  expect(broken).toEqual([]);
  expect([probes > SEEDS / 2, recoveries > SEEDS / 2]).toEqual([true, true]);
}, 180_000);

it.each(Object.entries(healingRemedies) as [HealingRemedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    expect(await search('searchWithout', remedy, SEEDS_WITHOUT)).toEqual({ seed: expect.any(Number) });
  },
  180_000,
);

it.each(faults)(
  'sends everything that was missed even if %s happens on any call',
  async (fault) => {
    const { calls, broken } = await search('searchCalls', 'requested', fault);
    expect(calls).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  },
  180_000,
);

it.each(faults)(
  'sends everything that was missed automatically even if %s happens on any call',
  async (fault) => {
    const { calls, recoveries, broken } = await search('searchCalls', 'automatic', fault);
    expect(calls).toBeGreaterThan(100);
    expect(recoveries).toBe(1);
    expect(broken).toEqual([]);
  },
  180_000,
);

it('sends the 300 submissions of a day at ten per second without delaying another form', async () => {
  const played = await playOutageOfADay(300);
  expect(healingViolations(played)).toEqual([]);
  const [recovery] = [...played.world.recoveries.rows.values()].filter(({ deliveries }) => deliveries > 0);
  expect(recovery).toMatchObject({ status: 'finished', deliveries: 300, resent: 300, skipped: 0 });
  // Six batches of 50, five seconds apart. A batch is sent within a second.
  expect(played.lastAt - played.firstAt).toBeGreaterThan(25_000);
  expect(played.lastAt - played.firstAt).toBeLessThan(30_000);
  expect(played.mostInASecond).toBeLessThanOrEqual(50);
  // The stream delivers a submission within a second, with or without a recovery.
  expect(played.longestWaitOfOthers).toBeLessThan(1500);
}, 180_000);

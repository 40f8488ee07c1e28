/**
 * Simulates data requests on a fake clock, running the real steps in worlds where every call can fail. `npm
 * run simulate -- --erasures` runs more seeds.
 */
import { join } from 'node:path';
import { faults } from '../faults.ts';
import { inPlainProcess } from '../processes/in-plain-process.ts';
import { erasureRemedies, type ErasureRemedy } from './remedies.ts';
import type * as Searches from './searches.ts';

const search = inPlainProcess<typeof Searches>(join(import.meta.dirname, 'searches.ts'));

const SEEDS = 300;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 600;

it(`erases everything of one person, nothing else, and counts it once in ${SEEDS} worlds`, async () => {
  const { broken, finished, cancelled, repeated } = await search('searchSeeds', SEEDS);
  expect(broken).toEqual([]);
  expect(finished).toBeGreaterThan(SEEDS / 2);
  expect(cancelled).toBeGreaterThan(SEEDS / 20);
  expect(repeated).toBeGreaterThan(SEEDS / 20);
}, 60_000);

it.each(Object.entries(erasureRemedies) as [ErasureRemedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    expect(await search('searchWithout', remedy, SEEDS_WITHOUT)).toEqual({ seed: expect.any(Number) });
  },
  60_000,
);

it.each(faults)(
  'erases everything even if %s happens on any call',
  async (fault) => {
    const { calls, removals, broken } = await search('searchCalls', fault);
    expect(calls).toBeGreaterThan(100);
    expect(removals).toBe(3);
    expect(broken).toEqual([]);
  },
  60_000,
);

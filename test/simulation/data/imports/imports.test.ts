/**
 * Simulates imports on a fake clock, running the real code in worlds where every call can fail. `npm run
 * simulate -- --imports` runs more seeds.
 */
import { join } from 'node:path';
import { faults } from '../../faults.ts';
import { inPlainProcess } from '../../processes/in-plain-process.ts';
import { importRemedies, type ImportRemedy } from './remedies.ts';
import type * as Searches from './searches.ts';

const search = inPlainProcess<typeof Searches>(join(import.meta.dirname, 'searches.ts'));

const SEEDS = 100;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 400;

it(`imports every row exactly once, or says why not, in ${SEEDS} worlds`, async () => {
  const { broken, finished, failed, skipped, deleted } = await search('searchSeeds', SEEDS);
  expect(broken).toEqual([]);
  expect(finished).toBeGreaterThan(SEEDS);
  expect(failed).toBeGreaterThan(SEEDS / 10);
  expect(skipped).toBeGreaterThan(SEEDS);
  expect(deleted).toBeGreaterThan(SEEDS / 4);
}, 60_000);

it.each(Object.entries(importRemedies) as [ImportRemedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    expect(await search('searchWithout', remedy, SEEDS_WITHOUT)).toEqual({ seed: expect.any(Number) });
  },
  60_000,
);

it.each(faults)(
  'imports a file only once if it is imported twice at the same time, even if %s happens on any call',
  async (fault) => {
    const { calls, storedRows, broken } = await search('searchCalls', fault);
    expect(calls).toBeGreaterThan(20);
    expect(storedRows).toBe(3);
    expect(broken).toEqual([]);
  },
  60_000,
);

/**
 * Simulates imports on a fake clock, running the real code in worlds where every call can fail. `npm run
 * simulate -- --imports` runs more seeds.
 */
import { faults } from '../../faults.ts';
import { importRemedies, type ImportRemedy } from './remedies.ts';
import { importViolations, playImports, playOneImportFault } from './scenario.ts';

const SEEDS = 100;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 400;

it(`imports every row exactly once, or says why not, in ${SEEDS} worlds`, async () => {
  const statuses = { finished: 0, failed: 0 };
  let skipped = 0;
  let deleted = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const played = await playImports(seed);
    expect({ seed, violations: importViolations(played) }).toEqual({ seed, violations: [] });
    deleted += played.world.deletedForms.size;
    for (const each of played.world.tables.imports.values()) {
      if (each.status === 'finished' || each.status === 'failed') statuses[each.status] += 1;
      skipped += each.skipped;
    }
  }
  expect(statuses.finished).toBeGreaterThan(SEEDS);
  expect(statuses.failed).toBeGreaterThan(SEEDS / 10);
  expect(skipped).toBeGreaterThan(SEEDS);
  expect(deleted).toBeGreaterThan(SEEDS / 4);
}, 60_000);

it.each(Object.entries(importRemedies) as [ImportRemedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    let broken: number | undefined;
    for (let seed = 1; seed <= SEEDS_WITHOUT && broken === undefined; seed += 1)
      if (importViolations(await playImports(seed, remedy)).length > 0) broken = seed;
    expect(broken).toBeDefined();
  },
  60_000,
);

it.each(faults)(
  'imports a file only once if it is imported twice at the same time, even if %s happens on any call',
  async (fault) => {
    const { calls, world } = await playOneImportFault(Infinity, fault);
    expect(calls).toBeGreaterThan(20);
    expect(world.tables.storedRows).toHaveLength(3);
    for (let call = 0; call < calls; call += 1) {
      const played = await playOneImportFault(call, fault);
      expect({ call, violations: importViolations(played) }).toEqual({ call, violations: [] });
    }
  },
  60_000,
);

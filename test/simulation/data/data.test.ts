/**
 * Simulates data requests on a fake clock, running the real steps in worlds where every call can fail. `npm
 * run simulate -- --erasures` runs more seeds.
 */
import { faults } from '../faults.ts';
import { erasureRemedies, type ErasureRemedy } from './remedies.ts';
import { erasureViolations, playErasure, playOneErasureFault } from './scenario.ts';

const SEEDS = 300;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 600;

it(`erases everything of one person, nothing else, and counts it once in ${SEEDS} worlds`, async () => {
  const statuses = { finished: 0, cancelled: 0 };
  let repeated = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const played = await playErasure(seed);
    expect({ seed, violations: erasureViolations(played) }).toEqual({ seed, violations: [] });
    for (const { status, received_before } of played.world.requests.rows.values()) {
      if (status === 'finished' || status === 'cancelled') statuses[status] += 1;
      repeated += Number(received_before !== undefined);
    }
  }
  expect(statuses.finished).toBeGreaterThan(SEEDS / 2);
  expect(statuses.cancelled).toBeGreaterThan(SEEDS / 20);
  expect(repeated).toBeGreaterThan(SEEDS / 20);
}, 60_000);

it.each(Object.entries(erasureRemedies) as [ErasureRemedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    let broken: number | undefined;
    for (let seed = 1; seed <= SEEDS_WITHOUT && broken === undefined; seed += 1)
      if (erasureViolations(await playErasure(seed, remedy)).length > 0) broken = seed;
    expect(broken).toBeDefined();
  },
  60_000,
);

it.each(faults)(
  'erases everything even if %s happens on any call',
  async (fault) => {
    const { calls, world } = await playOneErasureFault(Infinity, fault);
    expect(calls).toBeGreaterThan(100);
    expect(world.removals).toHaveLength(3);
    for (let call = 0; call < calls; call += 1) {
      const played = await playOneErasureFault(call, fault);
      expect({ call, violations: erasureViolations(played) }).toEqual({ call, violations: [] });
    }
  },
  60_000,
);

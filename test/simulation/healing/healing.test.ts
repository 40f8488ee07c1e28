/**
 * Simulates outages of endpoints on a fake clock. Runs the real functions in simulated worlds where every
 * call can fail. `npm run simulate -- --healing --seed N` prints a seed's log.
 */
import { faults } from '../faults.ts';
import { healingViolations } from './invariants.ts';
import { healingRemedies, type HealingRemedy } from './remedies.ts';
import { playAutoRecover, playDisturbedAutoRecover, playOneAutoRecoverFault } from './auto-recover.ts';
import { playHealing, playOneHealingFault, playOutageOfADay } from './scenario.ts';

const SEEDS = 60;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 150;

it(`sends everything that was missed, once, after outages in ${SEEDS} worlds`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    expect({ seed, violations: healingViolations(await playHealing(seed)) }).toEqual({
      seed,
      violations: [],
    });
  }
}, 180_000);

it(`sends everything that was missed without a request in ${SEEDS} worlds`, async () => {
  let recoveries = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const played = await playAutoRecover(seed);
    expect({ seed, violations: healingViolations(played) }).toEqual({ seed, violations: [] });
    recoveries += played.world.recoveries.rows.size;
  }
  expect(recoveries).toBeGreaterThan(SEEDS / 2);
}, 180_000);

it(`sends each submission once in ${SEEDS} worlds with probes, replays, 410s and disabled webhooks`, async () => {
  let probes = 0;
  let recoveries = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const played = await playDisturbedAutoRecover(seed);
    expect({ seed, violations: healingViolations(played) }).toEqual({ seed, violations: [] });
    const { journal, recoveries: all } = played.world;
    probes += journal.posts.filter(({ isProbe }) => isProbe).length;
    recoveries += [...all.rows.values()].filter(({ actor }) => actor?.type === 'service').length;
  }
  expect([probes > SEEDS / 2, recoveries > SEEDS / 2]).toEqual([true, true]);
}, 180_000);

/** Remedies for webhooks with `auto_recover`. */
const automatic: readonly HealingRemedy[] = ['due-recovery', 'due-sweep', 'probe-claim'];

it.each(Object.entries(healingRemedies) as [HealingRemedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    let broken: number | undefined;
    for (let seed = 1; seed <= SEEDS_WITHOUT && broken === undefined; seed += 1) {
      const play = automatic.includes(remedy) ? playAutoRecover : playHealing;
      if (healingViolations(await play(seed, remedy)).length > 0) broken = seed;
    }
    expect(broken).toBeDefined();
  },
  180_000,
);

it.each(faults)(
  'sends everything that was missed even if %s happens on any call',
  async (fault) => {
    const undisturbed = await playOneHealingFault(Infinity, fault);
    const { calls } = undisturbed.world.journal;
    expect(calls).toBeGreaterThan(100);
    for (let call = 0; call < calls; call += 1) {
      const played = await playOneHealingFault(call, fault);
      expect({ call, violations: healingViolations(played) }).toEqual({ call, violations: [] });
    }
  },
  180_000,
);

it.each(faults)(
  'sends everything that was missed automatically even if %s happens on any call',
  async (fault) => {
    const undisturbed = await playOneAutoRecoverFault(Infinity, fault);
    const { calls } = undisturbed.world.journal;
    expect(calls).toBeGreaterThan(100);
    expect(undisturbed.world.recoveries.rows.size).toBe(1);
    for (let call = 0; call < calls; call += 1) {
      const played = await playOneAutoRecoverFault(call, fault);
      expect({ call, violations: healingViolations(played) }).toEqual({ call, violations: [] });
    }
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

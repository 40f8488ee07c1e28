/**
 * Simulates the real functions from the stream to the endpoint, on a fake clock, in worlds where every call
 * can fail. `npm run simulate -- --seed N` prints a seed's log.
 */
import { faults, type Fault } from './faults.ts';
import { violations } from './invariants.ts';
import type { Behaviour } from './receiver.ts';
import { remedies, type Remedy } from './remedies.ts';
import { play, playBurst, playOneFault } from './scenario.ts';
import { CONSUMERS } from './world.ts';

/** `npm run simulate` runs more. */
const SEEDS = 1000;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 400;

it(`keeps the invariants in ${SEEDS} worlds`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    expect({ seed, violations: violations(await play(seed)) }).toEqual({ seed, violations: [] });
  }
}, 180_000);

it('replays a seed in the same way every time', async () => {
  const [first, second] = [await play(7), await play(7)];
  expect(first.world.journal.lines.length).toBeGreaterThan(0);
  expect(second.world.journal.lines).toEqual(first.world.journal.lines);
});

it.each(Object.entries(remedies) as [Remedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    let broken: number | undefined;
    for (let seed = 1; seed <= SEEDS_WITHOUT && broken === undefined; seed += 1) {
      if (violations(await play(seed, remedy)).length > 0) broken = seed;
    }
    expect(broken).toBeDefined();
  },
  60_000,
);

it("makes all attempts of 400 submissions to one hanging endpoint without exceeding the queue's concurrency", async () => {
  const played = await playBurst('hangs', 400);
  const { journal, deliveries } = played.world;
  expect(violations(played)).toEqual([]);
  expect([...deliveries.rows.values()].map(({ status, attempts }) => [status, attempts])).toEqual(
    Array.from({ length: 400 }, () => ['failed', 5]),
  );
  expect(journal.posts.length).toBe(2000);
  // Only this function sends webhook requests, both for first attempts and for retries.
  expect(new Set(journal.posts.map(({ invocation }) => invocation.kind))).toEqual(new Set(['deliver']));
  expect(journal.mostAtOnce.get('deliver')).toBe(CONSUMERS);
}, 60_000);

describe('a single fault on any call', () => {
  it.each(
    (['good', 'bad', 'recovers'] satisfies Behaviour[]).flatMap((behaviour) =>
      faults.map((fault): [Fault, Behaviour] => [fault, behaviour]),
    ),
  )('%s breaks nothing with an endpoint that is %s', async (fault, behaviour) => {
    const undisturbed = await playOneFault(behaviour, Infinity, fault);
    const calls = undisturbed.world.journal.calls;
    for (let call = 0; call < calls; call += 1) {
      const played = await playOneFault(behaviour, call, fault);
      expect({ call, violations: violations(played) }).toEqual({ call, violations: [] });
      // A single fault causes at most one extra request, and an acknowledgement is never lost.
      const statuses = [...played.world.deliveries.rows.values()].map(({ status }) => status);
      if (behaviour === 'good') expect({ call, statuses }).toEqual({ call, statuses: ['succeeded'] });
    }
  });
});

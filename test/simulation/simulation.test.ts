/**
 * Simulates the real functions from the stream to the endpoint, on a fake clock, in worlds where every call
 * can fail. `npm run simulate -- --seed N` prints a seed's log.
 */
import { join } from 'node:path';
import { faults, type Fault } from './faults.ts';
import { inPlainProcess } from './processes/in-plain-process.ts';
import { violations } from './invariants.ts';
import type { Behaviour } from './receiver.ts';
import { remedies, type Remedy } from './remedies.ts';
import { play, playBurst } from './scenario.ts';
import type * as Searches from './searches.ts';
import { CONSUMERS } from './world.ts';

const search = inPlainProcess<typeof Searches>(join(import.meta.dirname, 'searches.ts'));

/** `npm run simulate` runs more. */
const SEEDS = 1000;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 400;

it(`keeps the invariants in ${SEEDS} worlds`, async () => {
  expect(await search('searchSeeds', SEEDS)).toEqual([]);
}, 180_000);

it('replays a seed in the same way every time', async () => {
  const [first, second] = [await play(7), await play(7)];
  expect(first.world.journal.lines.length).toBeGreaterThan(0);
  expect(second.world.journal.lines).toEqual(first.world.journal.lines);
});

it.each(Object.entries(remedies) as [Remedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    expect(await search('searchWithout', remedy, SEEDS_WITHOUT)).toEqual({ seed: expect.any(Number) });
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
    const { broken, statuses } = await search('searchCalls', behaviour, fault);
    expect(broken).toEqual([]);
    // A single fault causes at most one extra request, and an acknowledgement is never lost.
    if (behaviour === 'good') expect(statuses).toEqual(['succeeded']);
  });
});

/** Simulates a busy account that uses the shards of its quota counter, in worlds with random faults. */
import { Unavailable } from '../../../lambdas/core/errors/errors.ts';
import { Random } from '../random.ts';
import { NO_FAULTS, QuotaWorld } from './quota-world.ts';

const WORLDS = 25;
const LIMIT = 20_000;

/** Sends submissions at random times within a second. */
async function burst(
  world: QuotaWorld,
  random: Random,
  posts: number,
  changes: () => Promise<void>,
): Promise<void> {
  const { timeline } = world;
  for (let post = 0; post < posts; post += 1)
    timeline.after(random.between(0, 1000), () => {
      void world.post().catch((error: unknown) => {
        if (!(error instanceof Unavailable)) world.violations.push(String(error));
      });
    });
  timeline.after(random.between(300, 1000), () => void changes());
  let isOver = false;
  // Crashed functions never end.
  timeline.after(20_000, () => (isOver = true));
  await timeline.run(() => isOver);
}

/** Sends submissions one after the other until one is rejected. */
async function fill(world: QuotaWorld): Promise<void> {
  world.faults = NO_FAULTS;
  let isOver = false;
  const sendAll = async (): Promise<void> => {
    for (let rejected = 0; rejected < 5;) rejected = (await world.post()) ? 0 : rejected + 1;
    isOver = true;
  };
  void sendAll();
  await world.timeline.run(() => isOver);
}

interface Played {
  readonly violations: readonly string[];
  /** Number of units that were counted for submissions that weren't accepted. */
  readonly lost: number;
  readonly shards: number;
}

/** Fills the account in a busy second. Returns the violated rules. */
async function playBurst(seed: number, ignores?: RegExp): Promise<Played> {
  const random = new Random(seed);
  const rate = random.pick([0, 0.01, 0.1]);
  const faults = { crash: rate / 2, throttled: rate, lostResponse: rate };
  const used = LIMIT - random.between(300, 900);
  const world = new QuotaWorld(random, { limit: LIMIT, used, faults, ignores });
  await burst(world, random, random.between(400, 1000), () => Promise.resolve());
  const { shards, violations } = world;
  const lost = (await world.used()) - world.accepted;
  if (rate === 0 && lost !== 0) violations.push(`${lost} units lost`);
  await fill(world);
  if (world.accepted !== LIMIT - lost) violations.push(`${world.accepted} accepted, and ${lost} units lost`);
  return { violations, lost, shards };
}

/** Changes the account in a busy second. Returns the violated rules. */
async function playChange(seed: number, ignores?: RegExp): Promise<readonly string[]> {
  const random = new Random(seed);
  const rate = random.pick([0, 0.05]);
  const faults = { crash: rate / 2, throttled: rate, lostResponse: rate };
  const world = new QuotaWorld(random, { limit: LIMIT, used: LIMIT - 900, faults, ignores });
  // Lowering the limit below the current usage stops all submissions.
  const limit = LIMIT - random.pick([0, 1000]);
  const isSuspended = random.chance(0.3);
  await burst(world, random, 1000, () => world.change({ limit, isSuspended }));
  if (limit < LIMIT || isSuspended) {
    const before = world.accepted;
    await fill(world);
    if (world.accepted !== before) world.violations.push('accepted after the change');
  }
  let isChanged = false;
  void world.change({ limit: LIMIT + 50, isSuspended: false }).then(() => (isChanged = true));
  await world.timeline.run(() => isChanged);
  await fill(world);
  const used = await world.used();
  if (used !== LIMIT + 50) world.violations.push(`${used} used of the new limit`);
  return world.violations;
}

it(`never exceeds the quota, and uses all of it, in ${WORLDS} worlds`, async () => {
  const all: Played[] = [];
  for (let seed = 1; seed <= WORLDS; seed += 1) all.push(await playBurst(seed));
  expect(all.flatMap(({ violations }) => violations)).toEqual([]);
  expect(Math.max(...all.map(({ shards }) => shards))).toBe(20);
}, 120_000);

it(`applies a new limit or a suspension to all shards at once in ${WORLDS} worlds`, async () => {
  const all: string[] = [];
  for (let seed = 1; seed <= WORLDS; seed += 1) all.push(...(await playChange(seed)));
  expect(all).toEqual([]);
}, 120_000);

it.each([
  ['the check of the counter when units are moved', /used <= :most/, playBurst],
  ["the check of the shard's record when units are moved", /#shard/, playBurst],
  ["the check of the counter's generation when a shard is opened", /generation <= :generation/, playChange],
  ['the limit of a shard', /used < allocated/, playBurst],
] as const)(
  'fails without %s',
  async (_, ignores, play) => {
    for (let seed = 1; seed <= 3 * WORLDS; seed += 1) {
      const played = await play(seed, ignores);
      if (('violations' in played ? played.violations : played).length > 0) return;
    }
    throw new Error('No world noticed the difference');
  },
  120_000,
);

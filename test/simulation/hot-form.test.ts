import { playPosts } from '../bench/scale/posts-under-contention.ts';

/** 5,000 submissions per second to one form. */
const load = {
  postsPerSecond: 5000,
  seconds: 3,
  one: { account: true, form: true, address: false },
  forms: 1,
  othersPerSecond: 0,
  rateLimit: 1_000_000_000,
  monthlyQuota: 1_000_000_000,
};
const play = (seed: number, spreadsHotForms: { deaths: number } | false) =>
  playPosts(load, { remembersRefusals: true, quotaShards: true, spreadsHotForms }, seed);

it('accepts 4,500 of 5,000 submissions per second once a hot form is spread, although functions die', async () => {
  for (const [seed, deaths] of [0, 0.3, 0.5].entries()) {
    const { acceptedWhenSplit, splitAt, broken } = await play(seed, { deaths });
    expect(broken).toBe(false);
    expect(splitAt).toBeGreaterThan(0);
    expect(acceptedWhenSplit).toBeGreaterThan(4500);
  }
});

it('accepts less than half of them in a single partition', async () => {
  const { accepted, splitAt } = await play(1, false);
  expect(splitAt).toBeUndefined();
  expect(accepted / load.seconds).toBeLessThan(2500);
});

import { mapInParallel } from '../../lambdas/core/map-in-parallel.ts';

it('returns results in the order of the items and respects the concurrency limit', async () => {
  let running = 0;
  let most = 0;
  const results = await mapInParallel([5, 1, 4, 2, 3, 0], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30, 0]);
  expect(most).toBe(3);
});

it('does nothing without items', async () => {
  expect(await mapInParallel([], 3, () => Promise.reject(new Error('not called')))).toEqual([]);
});

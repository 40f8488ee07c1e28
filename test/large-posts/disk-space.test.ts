import { setImmediate as tick } from 'node:timers/promises';
import { Unavailable } from '../../lambdas/core/errors/errors.ts';
import { DiskSpace } from '../../lambdas/large-posts/disk-space.ts';

const never = new AbortController().signal;

it('grants free space immediately and releases it only once', async () => {
  const space = new DiskSpace(100);
  const release = await space.reserve(60, never);
  expect(space.free).toBe(40);
  release();
  release();
  expect(space.free).toBe(100);
});

it('queues requests if there is no space and serves them in order', async () => {
  const space = new DiskSpace(100);
  const served: string[] = [];
  const first = await space.reserve(80, never);
  const large = space.reserve(90, never).then((release) => (served.push('large'), release));
  // The small reservation would fit but was requested later. If it went first, the large one might wait
  // forever.
  const small = space.reserve(10, never).then((release) => (served.push('small'), release));
  await tick();
  expect(served).toEqual([]);
  first();
  await Promise.all([large, small]);
  expect(served).toEqual(['large', 'small']);
  expect(space.free).toBe(0);
});

it('rejects a request that has waited too long and serves the next one', async () => {
  const space = new DiskSpace(100);
  const first = await space.reserve(50, never);
  const impatient = new AbortController();
  const large = space.reserve(100, impatient.signal);
  const next = space.reserve(50, never);
  impatient.abort();
  await expect(large).rejects.toThrow(Unavailable);
  (await next)();
  first();
  expect(space.free).toBe(100);
});

it('gives up immediately if the signal is already aborted', async () => {
  const space = new DiskSpace(10);
  await expect(space.reserve(11, AbortSignal.abort())).rejects.toThrow(Unavailable);
  expect(space.free).toBe(10);
});

import { ExpiringCache } from '../../lambdas/core/expiring-cache.ts';

it('returns a value until it expires', () => {
  const memory = new ExpiringCache<string>(2);
  memory.set('a', 'one', 100);
  expect(memory.get('a', 99)).toBe('one');
  expect(memory.get('a', 100)).toBeUndefined();
  memory.set('a', 'two', 300);
  expect(memory.get('a', 200)).toBe('two');
});

it('evicts the oldest entry when full', () => {
  const memory = new ExpiringCache<number>(2);
  memory.set('a', 1, 10);
  memory.set('b', 2, 10);
  memory.set('a', 3, 10);
  memory.set('c', 4, 10);
  expect(['a', 'b', 'c'].map((name) => memory.get(name, 0))).toEqual([3, undefined, 4]);
});

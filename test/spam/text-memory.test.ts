import { TextMemory } from '../../lambdas/spam/text-memory.ts';

const HOUR = 3_600_000;
const seen = (now: number, counter = 'text') => ({ counter, now, expiresAt: 0 });

it('recognizes only the third use of a text within an hour', () => {
  const memory = new TextMemory();
  const times = [0, 1000, HOUR - 1, HOUR, HOUR + 1000, 3 * HOUR];
  expect(times.map((now) => memory.isRepeated(seen(now)))).toEqual([false, false, true, true, true, false]);
});

it('distinguishes different texts', () => {
  const memory = new TextMemory();
  const names = ['a', 'b', 'a', 'b', 'a'];
  expect(names.map((name, index) => memory.isRepeated(seen(index, name)))).toEqual([
    ...[false, false, false, false],
    true,
  ]);
});

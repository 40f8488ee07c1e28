import { TextMemory } from '../../lambdas/spam/text-memory.ts';

const HOUR = 3_600_000;
const seen = (now: number, counter = 'text') => ({ counter, now, expiresAt: 0 });

it('flags a text only from its third use within an hour', () => {
  const memory = new TextMemory();
  const times = [0, 1000, HOUR - 1, HOUR, HOUR + 1000, 3 * HOUR];
  expect(times.map((now) => memory.isRepeated(seen(now)))).toEqual([false, false, true, true, true, false]);
});

it('counts different texts separately', () => {
  const memory = new TextMemory();
  const names = ['a', 'b', 'a', 'b', 'a'];
  expect(names.map((name, index) => memory.isRepeated(seen(index, name)))).toEqual([
    ...[false, false, false, false],
    true,
  ]);
});

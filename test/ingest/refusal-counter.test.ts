/** Tests that the cost of counting refused submissions is bounded. */
import type { RefusalCounts } from '../../lambdas/core/refusals.ts';
import { RefusalCounter } from '../../lambdas/ingest/refusal-counter.ts';

const START = Date.parse('2026-11-24T23:59:50.000Z');

/** Creates a counter with a clock and records what it writes. */
function counterAt(start = START) {
  const clock = { now: start };
  const written: [string, string, RefusalCounts][] = [];
  const counter = new RefusalCounter(
    (...write) => (written.push(write), Promise.resolve()),
    () => clock.now,
  );
  return { clock, written, counter };
}

it('writes single refusals immediately', async () => {
  const { written, counter } = counterAt();
  await counter.count('frm_a', 'rate-limited');
  await counter.count('frm_a', 'validation-failed');
  expect(written).toEqual([
    ['frm_a', '2026-11-24', { 'rate-limited': 1 }],
    ['frm_a', '2026-11-24', { 'validation-failed': 1 }],
  ]);
});

it('collects the counts of a flood, writes them every 5 seconds, and loses no counts while it runs', async () => {
  const { clock, written, counter } = counterAt(START - 60_000);
  const sum = () => written.reduce((total, [, , counts]) => total + (counts['rate-limited'] ?? 0), 0);
  for (let posts = 0; posts < 10_000; posts += 1) await counter.count('frm_a', 'rate-limited');
  expect([written.length, sum()]).toEqual([20, 20]);
  clock.now += 4999;
  await counter.count('frm_a', 'rate-limited');
  expect(written).toHaveLength(20);
  clock.now += 1;
  await counter.count('frm_a', 'rate-limited');
  expect([written.length, sum()]).toEqual([21, 10_002]);
});

it('counts each day separately', async () => {
  const { clock, written, counter } = counterAt();
  for (let posts = 0; posts < 21; posts += 1) await counter.count('frm_a', 'rate-limited');
  clock.now += 10_000;
  await counter.count('frm_a', 'rate-limited');
  expect(written.slice(20)).toEqual([
    ['frm_a', '2026-11-24', { 'rate-limited': 1 }],
    ['frm_a', '2026-11-25', { 'rate-limited': 1 }],
  ]);
});

it('keeps counts for at most 200 forms and writes the oldest first', async () => {
  const { clock, written, counter } = counterAt();
  for (let form = 0; form < 5000; form += 1) await counter.count(`frm_${form}`, 'quota-exceeded');
  clock.now += 3_600_000;
  for (let later = 0; later < 50; later += 1) {
    await counter.count('frm_20', 'quota-exceeded');
    clock.now += 3_600_000;
  }
  expect(new Set(written.map(([form]) => form)).size).toBe(220);
  expect(written.slice(18, 22).map(([form]) => form)).toEqual(['frm_18', 'frm_19', 'frm_20', 'frm_21']);
});

it('throws if a write fails and keeps counting', async () => {
  let fails = true;
  const written: RefusalCounts[] = [];
  const counter = new RefusalCounter(
    (_form, _date, counts) => {
      if (fails) return Promise.reject(new Error('throttled'));
      written.push(counts);
      return Promise.resolve();
    },
    () => START,
  );
  await expect(counter.count('frm_a', 'bad-body')).rejects.toThrow('throttled');
  fails = false;
  await counter.count('frm_a', 'bad-body');
  expect(written).toEqual([{ 'bad-body': 1 }]);
});

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { dayCounterStore, dayCountReader } from '../../lambdas/analytics/day-counter-store.ts';
import { CountConflict } from '../../lambdas/aws/sequence-counter-store.ts';
import type { CountChange } from '../../lambdas/forms/counts/day-counts.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let counters: ReturnType<typeof dayCounterStore>;
let counts: ReturnType<typeof dayCountReader>;
beforeAll(async () => {
  stores = await startStores();
  counters = dayCounterStore(stores.db, stores.tables.counters);
  counts = dayCountReader(stores.db, stores.tables.counters);
});
afterAll(() => stores.stop());

const date = '2026-11-01';
const received = (sequence: number): CountChange => ({
  sequence: String(sequence).padStart(40, '0'),
  received: 1,
  spam: 0,
  unread: 1,
  open: 1,
  stored: 1,
});
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => received(from + i));
const countedFor = async (formId: string) => (await counts.find(formId, [date])).get(date)?.received;

it('counts a repeated batch once', async () => {
  const day = { formId: 'frm_again', date, onlyDeletions: false, changes: range(1, 5) };
  await counters.count(day);
  await counters.count(day);
  await counters.count(day);
  expect(await countedFor('frm_again')).toBe(5);
});

it('counts only the new records of a batch that overlaps an earlier one', async () => {
  await counters.count({ formId: 'frm_cut', date, onlyDeletions: false, changes: range(1, 5) });
  await counters.count({ formId: 'frm_cut', date, onlyDeletions: false, changes: range(3, 8) });
  await counters.count({ formId: 'frm_cut', date, onlyDeletions: false, changes: range(4, 6) });
  await counters.count({ formId: 'frm_cut', date, onlyDeletions: false, changes: range(9, 9) });
  expect(await countedFor('frm_cut')).toBe(9);
});

it("counts the records of a hot form's pieces once each, although their sequence numbers are unrelated", async () => {
  const day = { formId: 'frm_hot', date, onlyDeletions: false };
  const batches = [
    { ...day, changes: range(901, 905) },
    { ...day, piece: 3, changes: range(1, 4) },
    { ...day, piece: 7, changes: range(500, 502) },
  ];
  for (const batch of [...batches, ...batches]) await counters.count(batch);
  expect(await countedFor('frm_hot')).toBe(12);
});

it('compares sequence numbers of any length numerically', async () => {
  await counters.count({ formId: 'frm_long', date, onlyDeletions: false, changes: [received(9)] });
  await counters.count({ formId: 'frm_long', date, onlyDeletions: false, changes: [received(10)] });
  expect(await countedFor('frm_long')).toBe(2);
});

it('counts a batch once when several functions process it at the same time, and fails the others for a retry', async () => {
  const day = { formId: 'frm_race', date, onlyDeletions: false, changes: range(1, 7) };
  const counting = async (): Promise<void> => {
    try {
      await counters.count(day);
    } catch (error) {
      if (!(error instanceof CountConflict)) throw error;
      await counting();
    }
  };
  await Promise.all(Array.from({ length: 20 }, counting));
  expect(await countedFor('frm_race')).toBe(7);
});

it('never returns a negative count', async () => {
  const sequence = received(1).sequence;
  await counters.count({
    formId: 'frm_less',
    date,
    onlyDeletions: false,
    changes: [{ sequence, received: 1, spam: -1, unread: -2, open: -2, stored: 1 }],
  });
  expect((await counts.find('frm_less', [date])).get(date)).toEqual({ received: 1, spam: 0, unread: 0 });
});

it('counts spam that was not stored as spam', async () => {
  const sequence = received(1).sequence;
  await counters.count({
    formId: 'frm_flood',
    date,
    onlyDeletions: false,
    changes: [{ sequence, received: 2, spam: 1000, unread: 2, open: 2, stored: 2 }],
  });
  const put = (counter: string, unstored?: number) =>
    stores.db.send(
      new PutCommand({ TableName: stores.tables.counters, Item: { counter, used: 1000, unstored } }),
    );
  await put(`spam#frm_flood#${date}`, 70);
  await put('spam#frm_flood#2026-11-02', 5);
  await put('spam#frm_flood#2026-11-03');
  const found = await counts.find('frm_flood', [date, '2026-11-02', '2026-11-03']);
  expect([...found]).toEqual([
    [date, { received: 2, spam: 1070, unread: 2 }],
    ['2026-11-02', { received: 0, spam: 5, unread: 0 }],
  ]);
});

it('counts each form and day separately, and returns nothing for days without submissions', async () => {
  await counters.count({ formId: 'frm_a', date, onlyDeletions: false, changes: range(1, 2) });
  await counters.count({ formId: 'frm_a', date: '2026-11-02', onlyDeletions: false, changes: range(3, 3) });
  await counters.count({ formId: 'frm_ab', date, onlyDeletions: false, changes: range(4, 4) });
  const found = await counts.find('frm_a', ['2026-10-31', date, '2026-11-02']);
  expect([...found].sort()).toEqual([
    [date, { received: 2, spam: 0, unread: 2 }],
    ['2026-11-02', { received: 1, spam: 0, unread: 1 }],
  ]);
});

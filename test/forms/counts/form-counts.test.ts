import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { randomInt } from 'node:crypto';
import { dayCounterStore, dayCountReader } from '../../../lambdas/analytics/day-counter-store.ts';
import { changesByDay, type StatusChange } from '../../../lambdas/forms/counts/day-counts.ts';
import { formCountReader } from '../../../lambdas/forms/counts/form-count-store.ts';
import { DAY } from '../../../lambdas/core/clock.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const countsAt = async (formId: string, now = NOW, reader?: string) =>
  (await formCountReader(stores.db, stores.tables.counters, () => now)([formId], reader))(formId);
const itemOf = async (counter: string) =>
  (await stores.db.send(new GetCommand({ TableName: stores.tables.counters, Key: { counter } }))).Item;

let sequence = 0;
const UNREAD = { status: 'received' as const };
const READ = { ...UNREAD, read_at: '2026-11-20T08:00:00.000Z' };
const SPAM = { status: 'spam' as const };
function change(
  formId: string,
  before: StatusChange['before'],
  after: StatusChange['after'],
  at = NOW,
): StatusChange {
  sequence += 1;
  const receivedAt = new Date(at).toISOString();
  return { formId, receivedAt, before, after, sequence: String(sequence).padStart(40, '0') };
}
async function count(changes: readonly StatusChange[], now = NOW): Promise<void> {
  const counters = dayCounterStore(stores.db, stores.tables.counters, () => now);
  for (const day of changesByDay(changes)) await counters.count(day);
}

it('counts unread submissions and the submissions of the last 30 days', async () => {
  await count([
    change('frm_a', undefined, UNREAD),
    change('frm_a', undefined, UNREAD, NOW - 29 * DAY),
    change('frm_a', undefined, UNREAD, NOW - 30 * DAY),
    change('frm_a', undefined, SPAM),
  ]);
  expect(await countsAt('frm_a')).toEqual({ unread: 3, open: 3, received_30d: 2, spam_30d: 1 });
  await count([change('frm_a', UNREAD, READ), change('frm_a', UNREAD, undefined, NOW - 29 * DAY)]);
  expect(await countsAt('frm_a')).toEqual({ unread: 1, open: 2, received_30d: 2, spam_30d: 1 });
  await count([change('frm_a', UNREAD, SPAM, NOW - 30 * DAY), change('frm_a', SPAM, READ)]);
  expect(await countsAt('frm_a')).toEqual({ unread: 0, open: 2, received_30d: 3, spam_30d: 0 });
  expect(await countsAt('frm_unknown')).toEqual({ unread: 0, open: 0, received_30d: 0, spam_30d: 0 });
});

it('counts separately what each viewer has read and what owners and editors have read', async () => {
  const by = (...readers: string[]) => ({
    ...UNREAD,
    read_by: Object.fromEntries(readers.map((reader) => [reader, '2026-11-20T08:00:00.000Z'])),
  });
  const unread = () =>
    Promise.all(
      [undefined, 'mem_a', 'mem_b', 'mem_c'].map(
        async (reader) => (await countsAt('frm_v', NOW, reader)).unread,
      ),
    );
  expect(await unread()).toEqual([0, 0, 0, 0]);
  await count([
    change('frm_v', undefined, UNREAD),
    change('frm_v', undefined, UNREAD, NOW - 40 * DAY),
    change('frm_v', undefined, UNREAD),
    change('frm_v', undefined, SPAM),
  ]);
  expect(await unread()).toEqual([3, 3, 3, 3]);
  const read = [
    change('frm_v', UNREAD, by('mem_a')),
    change('frm_v', by('mem_a'), by('mem_a', 'mem_b')),
    change('frm_v', UNREAD, by('mem_a'), NOW - 40 * DAY),
    change('frm_v', UNREAD, READ),
  ];
  await count(read);
  expect(await unread()).toEqual([2, 1, 2, 3]);
  // The stream may deliver records again.
  await count(read);
  expect(await unread()).toEqual([2, 1, 2, 3]);
  await count([
    // Spam isn't counted for anyone. A released submission counts as unread for members who haven't read it.
    change('frm_v', by('mem_a', 'mem_b'), { ...by('mem_a', 'mem_b'), ...SPAM }),
    change('frm_v', SPAM, { ...by('mem_c'), ...UNREAD }),
    change('frm_v', by('mem_a'), undefined, NOW - 40 * DAY),
  ]);
  expect(await unread()).toEqual([1, 2, 2, 1]);
  await count([change('frm_v', { ...by('mem_c'), ...UNREAD }, UNREAD)]);
  expect(await unread()).toEqual([1, 2, 2, 2]);
});

it('counts open submissions until they are handled, deleted, or moved to spam', async () => {
  const HANDLED = { ...READ, handled_at: '2026-11-20T12:00:00.000Z' };
  await count([1, 2, 3, 4].map(() => change('frm_open', undefined, UNREAD)));
  expect((await countsAt('frm_open')).open).toBe(4);
  await count([change('frm_open', UNREAD, HANDLED), change('frm_open', UNREAD, SPAM)]);
  expect((await countsAt('frm_open')).open).toBe(2);
  await count([change('frm_open', HANDLED, READ), change('frm_open', UNREAD, undefined)]);
  expect((await countsAt('frm_open')).open).toBe(2);
  await count([change('frm_open', HANDLED, undefined)]);
  expect((await countsAt('frm_open')).open).toBe(2);
});

it('stays exact regardless of repeated records and batch sizes', async () => {
  const changes = Array.from({ length: 60 }, (_, index) =>
    change('frm_again', undefined, index % 3 === 0 ? SPAM : UNREAD, NOW - (index % 4) * DAY),
  );
  const read = Array.from({ length: 10 }, (_, index) =>
    change('frm_again', UNREAD, READ, NOW - (index % 4) * DAY),
  );
  const all = [...changes, ...read];
  for (let from = 0; from < all.length;) {
    const to = Math.min(all.length, from + randomInt(1, 9));
    await count(all.slice(Math.max(0, from - randomInt(0, 20)), to));
    from = to;
  }
  await count(all);
  expect(await countsAt('frm_again')).toEqual({ unread: 30, open: 40, received_30d: 40, spam_30d: 20 });
  const days = [0, 1, 2, 3].map((day) => new Date(NOW - day * DAY).toISOString().slice(0, 10));
  const byDay = [
    ...(await dayCountReader(stores.db, stores.tables.counters).find('frm_again', days)).values(),
  ];
  expect(byDay.reduce((sum, { unread }) => sum + unread, 0)).toBe(30);
});

it('moves the window every day and drops expired days with the next write', async () => {
  await count([change('frm_days', undefined, UNREAD, NOW)]);
  expect(await countsAt('frm_days', NOW + 29 * DAY)).toEqual({
    unread: 1,
    open: 1,
    received_30d: 1,
    spam_30d: 0,
  });
  expect(await countsAt('frm_days', NOW + 30 * DAY)).toEqual({
    unread: 1,
    open: 1,
    received_30d: 0,
    spam_30d: 0,
  });
  const later = NOW + 31 * DAY;
  await count([change('frm_days', undefined, SPAM, later)], later);
  expect(await itemOf('counts#frm_days')).toEqual({
    counter: 'counts#frm_days',
    unread: 1,
    open: 1,
    stored: 1,
    changes: 2,
    's2026-12-21': 1,
  });
});

it('counts a submission only once, even if it is older than the daily counters', async () => {
  const old = NOW - 800 * DAY;
  await count([change('frm_old', undefined, UNREAD, NOW), change('frm_old', undefined, UNREAD, old)]);
  const read = change('frm_old', UNREAD, READ, old);
  await count([read]);
  await count([read]);
  expect((await countsAt('frm_old')).unread).toBe(1);
  // The marker must outlive the stream record, so that a redelivered record isn't counted twice.
  const { expires_at } = (await itemOf('day#frm_old#2024-09-11'))!;
  expect(expires_at).toBe((NOW + 3 * DAY) / 1000);
});

it("doesn't re-create counters when a record of a deleted form arrives late", async () => {
  await count([change('frm_gone', UNREAD, undefined)]);
  expect(await itemOf('counts#frm_gone')).toBeUndefined();
  expect(await itemOf('day#frm_gone#2026-11-20')).toBeUndefined();
});

it('fits a write for every day of a month into one write unit', async () => {
  const days = Array.from({ length: 30 }, (_, day) => NOW - day * DAY);
  await count(
    days.flatMap((at) => [
      change('frm_0123456789', undefined, UNREAD, at),
      change('frm_0123456789', undefined, SPAM, at),
    ]),
  );
  const item = await itemOf('counts#frm_0123456789');
  expect(Object.keys(item!)).toHaveLength(65);
  // DynamoDB's size limit includes the full attribute names. A small number takes at most 3 bytes.
  const bytes = Object.entries(item!).reduce(
    (sum, [name, value]) => sum + name.length + (typeof value === 'number' ? 3 : String(value).length),
    0,
  );
  expect(bytes).toBeLessThan(1024);
});

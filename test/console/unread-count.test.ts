import { unreadOn } from '../../console/inbox/unread-count.ts';

const row = (id: string, read_at: string | null) => ({ id, read_at });
const page = (data: readonly ReturnType<typeof row>[], next_cursor: string | null = null) => ({
  data,
  next_cursor,
});
const NONE: ReadonlySet<string> = new Set();
const rows = [row('sub_1', null), row('sub_2', '2026-11-20T08:00:00.000Z'), row('sub_3', null)];

it('counts the unread submissions of a complete list, without those that are being removed', () => {
  expect(unreadOn({}, page(rows), NONE)).toBe(2);
  expect(unreadOn({ tab: 'new', form: 'frm_0123456789' }, page(rows), new Set(['sub_3']))).toBe(1);
});

it.each<[string, Parameters<typeof unreadOn>]>([
  ['is another tab', [{ tab: 'all' }, page(rows), NONE]],
  ['is filtered', [{ label: 'lbl_1' }, page(rows), NONE]],
  ['has more pages', [{}, page(rows, 'next'), NONE]],
  ['is not loaded', [{}, undefined, NONE]],
])('leaves the number to the counts of the forms if the list %s', (_, of) => {
  expect(unreadOn(...of)).toBeUndefined();
});

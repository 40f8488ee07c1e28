import {
  changesByDay,
  sumOf,
  reportedDays,
  type StatusChange,
} from '../../../lambdas/forms/counts/day-counts.ts';
import { formCounts } from '../../../lambdas/analytics/form-analytics.ts';

const change = (
  formId: string,
  receivedAt: string,
  sequence: string,
  ...[before, after]: Steps
): StatusChange => ({
  formId,
  receivedAt,
  before: stateOf(before),
  after: stateOf(after),
  sequence,
});
type State = 'received' | 'read' | 'read and handled' | 'spam' | 'read spam' | undefined;
type Steps = [State, State];
const stateOf = (state: State): StatusChange['before'] =>
  state && {
    status: state.endsWith('spam') ? 'spam' : 'received',
    ...(state.startsWith('read') && { read_at: '2026-11-01T12:00:00.000Z' }),
    ...(state.endsWith('handled') && { handled_at: '2026-11-01T12:00:00.000Z' }),
  };

it('counts new submissions by form and by the UTC day on which they were received', () => {
  const days = changesByDay([
    change('a', '2026-11-01T23:59:59.999Z', '1', undefined, 'received'),
    change('a', '2026-11-02T00:00:00.000Z', '2', undefined, 'received'),
    change('b', '2026-11-01T12:00:00.000Z', '3', undefined, 'spam'),
    change('a', '2026-11-01T23:59:59.999Z', '4', undefined, 'spam'),
  ]);
  expect(days.map(({ formId, date, changes }) => [formId, date, sumOf(changes)])).toEqual([
    ['a', '2026-11-01', { received: 1, spam: 1, unread: 1 }],
    ['a', '2026-11-02', { received: 1, spam: 0, unread: 1 }],
    ['b', '2026-11-01', { received: 0, spam: 1, unread: 0 }],
  ]);
});

it('moves a submission between the counts when it is released or marked as spam', () => {
  const [day] = changesByDay([
    change('a', '2026-11-01T00:00:00.000Z', '1', 'spam', 'received'),
    change('a', '2026-11-01T00:00:00.000Z', '2', 'received', 'spam'),
    change('a', '2026-11-01T00:00:00.000Z', '3', 'spam', 'received'),
  ]);
  expect(sumOf(day!.changes)).toEqual({ received: 1, spam: -1, unread: 1 });
});

it('counts nothing if neither the status nor the read state changes', () => {
  expect(changesByDay([change('a', '2026-11-01T00:00:00.000Z', '1', 'received', 'received')])).toEqual([]);
});

it.each<[string, State, State, number]>([
  ['is stored', undefined, 'received', 1],
  ['is read', 'received', 'read', -1],
  ['is marked as unread', 'read', 'received', 1],
  ['is deleted while unread', 'received', undefined, -1],
  ['is marked as spam while unread', 'received', 'spam', -1],
  ['is released while unread', 'spam', 'received', 1],
  ['is released and marked as read at once', 'spam', 'read', 0],
])('updates the unread count when a submission %s', (_, before, after, unread) => {
  const [day] = changesByDay([change('a', '2026-11-01T00:00:00.000Z', '1', before, after)]);
  expect(day?.changes[0]?.unread ?? 0).toBe(unread);
});

it.each<[string, State]>([
  ['spam', 'spam'],
  ['read spam', 'read spam'],
])('keeps the count for the day when %s is deleted', (_, state) => {
  expect(changesByDay([change('a', '2026-11-01T00:00:00.000Z', '1', state, undefined)])).toEqual([]);
});

it("keeps the day's count when a handled submission is deleted, but subtracts it from the stored submissions", () => {
  const [day] = changesByDay([change('a', '2026-11-01T00:00:00.000Z', '1', 'read and handled', undefined)]);
  expect(day?.changes).toMatchObject([{ received: 0, spam: 0, unread: 0, open: 0, stored: -1 }]);
});

it('distinguishes days with only deletions from days with other changes', () => {
  const at = '2026-11-01T00:00:00.000Z';
  const days = changesByDay([
    change('a', at, '1', 'received', undefined),
    change('b', at, '2', 'received', undefined),
    change('b', at, '3', undefined, 'received'),
  ]);
  expect(days.map(({ formId, onlyDeletions }) => [formId, onlyDeletions])).toEqual([
    ['a', true],
    ['b', false],
  ]);
});

it('reports the 30 days up to today, even across the end of a month', () => {
  const days = reportedDays(Date.parse('2026-03-01T00:00:00.000Z'));
  expect(days).toHaveLength(30);
  expect(days[0]).toBe('2026-01-31');
  expect(days.at(-2)).toBe('2026-02-28');
  expect(days.at(-1)).toBe('2026-03-01');
});

it('shows days without submissions as zeros and adds up all days', () => {
  const counted = new Map([
    ['2026-11-02', { received: 3, spam: 1, unread: 2 }],
    ['2026-11-03', { received: 2, spam: 0, unread: 0 }],
  ]);
  expect(formCounts(['2026-11-01', '2026-11-02', '2026-11-03'], counted)).toEqual({
    received_30d: 5,
    spam_30d: 1,
    by_day: [
      { date: '2026-11-01', received: 0, spam: 0 },
      { date: '2026-11-02', received: 3, spam: 1 },
      { date: '2026-11-03', received: 2, spam: 0 },
    ],
  });
});

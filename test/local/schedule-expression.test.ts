import { parseSchedule } from '../../local/event-bus/schedule-expression.ts';

const after = Date.parse('2026-11-20T17:05:30Z');

test.each([
  ['rate(1 minute)', '2026-11-20T17:06:30.000Z'],
  ['rate(2 hours)', '2026-11-20T19:05:30.000Z'],
  ['cron(0 3 * * ? *)', '2026-11-21T03:00:00.000Z'],
  ['cron(0/15 * * * ? *)', '2026-11-20T17:15:00.000Z'],
  ['cron(30 9 ? * MON-FRI *)', '2026-11-23T09:30:00.000Z'],
  ['cron(0 0 1 JAN,JUL ? 2027)', '2027-01-01T00:00:00.000Z'],
  ['at(2026-12-24T18:00:00)', '2026-12-24T18:00:00.000Z'],
])('%s', (expression, expected) => {
  expect(new Date(parseSchedule(expression, 'Rule')(after) ?? 0).toISOString()).toBe(expected);
});

test('what is over never comes again', () => {
  expect(parseSchedule('at(2026-01-01T00:00:00)', 'Rule')(after)).toBeUndefined();
  expect(parseSchedule('cron(0 0 1 1 ? 2020)', 'Rule')(after)).toBeUndefined();
});

test.each([
  'rate(0 minutes)',
  'rate(5 weeks)',
  'cron(0 0 L * ? *)',
  'cron(0 0 * *)',
  'cron(61 * * * ? *)',
  'often',
])('%s is refused', (expression) => {
  expect(() => parseSchedule(expression, 'Rule')).toThrow(
    `Rule: the local runner does not support the schedule ${expression}`,
  );
});
